import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { BulkDialog } from './components/bulk-dialog.tsx';

afterEach(cleanup);

type Line = DataOf<'units.bulk'>['units'][number];
const line = (imei: string, had: string[], over: Partial<Line> = {}): Line => ({
  ...{ imei, name: `Bil ${imei}`, before: had.join(', '), after: 'Söder', had, refused: null },
  ...over,
});

test('UNIT-014: the change of many units has a way back, which gives each what it had, and leaves those that were not changed', async () => {
  const units = [
    line('1', ['Norr']),
    line('2', []),
    line('3', ['Norr']),
    line('4', ['Söder']),
    line('5', [], { after: '', refused: 'UnitLocked' }),
  ];
  const send = fakeSend({ 'units.bulk': () => ({ units }), 'accounts.list-groups': () => ({ groups: [] }) as never });
  const closed: string[] = [];
  await renderScreen(<BulkDialog field="departments" imeis={['1', '2', '3', '4', '5']} onClose={() => closed.push('close')} />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  await userEvent.type(screen.getByRole('combobox', { name: 'Avdelning' }), 'Söder');
  await userEvent.click(screen.getByRole('button', { name: 'Se vad som ändras' }));
  expect(screen.queryByRole('button', { name: 'Ångra' }), 'nothing is changed yet').toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Ändra 3 enheter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ångra' }));
  expect(await screen.findByText('3 enheter är som de var.')).toBeDefined();
  const bodies = send.requests.filter(({ id }) => id === 'units.bulk').map(({ body }) => body);
  const back = { action: 'replace', commit: true };
  expect(bodies.slice(2)).toEqual([
    { ...back, imeis: ['1', '3'], values: ['Norr'] },
    { ...back, imeis: ['2'], values: [] },
  ]);
  expect(closed).toEqual(['close']);
});
