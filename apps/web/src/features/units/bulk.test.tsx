import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { BulkDialog } from './components/bulk-dialog.tsx';
import { unitRow } from './testing.ts';

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

test('ADM-011: before users lose many units at once it is told how many of their bookings are cancelled', async () => {
  const send = fakeSend({
    'units.bulk': () => ({ units: [line('1', ['7', '8'], { after: 'Bo Ek' }), line('2', ['9'], { after: '' })] }),
    'units.rows': () => ({
      can: { add: true, bulk: true },
      units: [unitRow({ id: 11, imei: '1' }), unitRow({ id: 12, imei: '2' })],
    }),
    'bookings.losses': () => ({ bookings: 3 }),
    'users.list': () => ({ user: [] }),
  });
  await renderScreen(<BulkDialog field="access" imeis={['1', '2']} onClose={() => undefined} />, { send, user: signedInUser() });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What to do' }), 'replace');
  await userEvent.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(await screen.findByText(/^3 bookings to come are cancelled/)).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'bookings.losses')?.body).toEqual({
    losses: [
      { unit_id: 11, user_id: 7 },
      { unit_id: 11, user_id: 8 },
      { unit_id: 12, user_id: 9 },
    ],
    by_lock: false,
  });
});
