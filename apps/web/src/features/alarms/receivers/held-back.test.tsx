import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showBrand } from '../../../lib/brand.ts';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { ReceiverSheet } from './receiver-sheet.tsx';
import { ReceiverTable } from './receiver-table.tsx';
import { alarmReceiver } from './testing.ts';

beforeEach(() => showBrand(0));
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['brand'];
});

const HELD: Partial<AlarmReceiver> = { quiet_from: '22:00', quiet_to: '06:00', escalate_to: 2, escalate_after_min: 15 };
const BO = alarmReceiver({ id: 2, name: 'Bo Berg', function_alarm: 1 });
const nothing = (): void => undefined;
const sv = { send: fakeSend({}), language: 'sv', user: signedInUser() } as const;

test('ALARM-036: a row says from when to when function alarms wait and to whom a security alarm goes on, where such alarms are sent', async () => {
  const shown = async (over: Partial<AlarmReceiver>): Promise<string> => {
    const all = [alarmReceiver({ name: 'Jouren', ...HELD, ...over }), BO];
    await renderScreen(<ReceiverTable rows={all} receivers={all} order="name" onSort={nothing} onOpen={nothing} />, sv);
    const row = screen.getByRole('rowheader', { name: /Jouren/ }).closest('tr')!;
    const text = row.textContent ?? '';
    cleanup();
    return text;
  };
  const both = await shown({ security_alarm: 1, function_alarm: 1 });
  expect([both.includes('Tyst 22:00–06:00'), both.includes('Efter 15 minuter: Bo Berg')]).toEqual([true, true]);
  const security = await shown({ security_alarm: 1, function_alarm: 0 });
  expect([security.includes('Tyst'), security.includes('Bo Berg')], 'nothing waits').toEqual([false, true]);
  expect(await shown({ ...HELD, state: 'stopped', function_alarm: 1 }), 'nothing is sent').not.toMatch(/Tyst|Bo Berg/);
});

test('ALARM-036: the form says that quiet hours and a next receiver change nothing while the alarms that they are about are off', async () => {
  const jouren = alarmReceiver({ name: 'Jouren', security_alarm: 0, function_alarm: 1, ...HELD });
  const all = [jouren, BO];
  await renderScreen(<ReceiverSheet receiver={jouren} receivers={all} onClose={nothing} onAdded={nothing} />, sv);
  const sheet = within(await screen.findByRole('dialog', { name: 'Ändra larmmottagare' }));
  const isSaid = (): boolean[] =>
    ['Funktionslarm är inte valda, så de tysta timmarna ändrar inget.', 'Säkerhetslarm är inte valda, så inget går vidare.'].map(
      (text) => sheet.queryByText(text) !== null,
    );
  expect(isSaid()).toEqual([false, true]);
  await userEvent.click(sheet.getByRole('switch', { name: /Funktionslarm/ }));
  await userEvent.click(sheet.getByRole('switch', { name: /Säkerhetslarm/ }));
  expect(isSaid()).toEqual([true, false]);
});
