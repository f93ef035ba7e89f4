import type { AlarmKind } from '@spora/contract/alarms/kinds';
import { alarmFacts } from '@spora/contract/alarms/kinds';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { UnitAlarms } from './public/unit-alarms.tsx';

afterEach(cleanup);

const settings = (on: Partial<Record<AlarmKind, boolean>>, over: object = {}) => ({
  kinds: (['towing', 'over-speed', 'over-use'] as const).map((kind) => ({
    kind,
    class: alarmFacts(kind).class,
    is_on: on[kind] ?? alarmFacts(kind).isOn,
  })),
  speed_limit_kmh: null,
  has_working_hours: false,
  can: { edit: true },
  ...over,
});

test('API-110, ALARM-042: an alarm of a unit is switched at once, and what it lacks is said', async () => {
  const send = fakeSend({
    'alarms.unit-settings': () => settings({}),
    'alarms.set-unit-settings': () => settings({ towing: false }),
  });
  await renderScreen(<UnitAlarms imei="1" />, { send, user: signedInUser() });
  const towing = await screen.findByRole<HTMLInputElement>('switch', { name: /towed/ });
  expect(towing.checked).toBe(true);
  expect(screen.getByText(/Set a speed limit first/)).toBeDefined();
  expect(screen.getByText(/Set working hours first/)).toBeDefined();
  await userEvent.click(towing);
  await waitFor(() => expect(towing.checked).toBe(false));
  expect(send.requests.filter(({ id }) => id === 'alarms.set-unit-settings').map(({ body }) => body)).toEqual([
    { kinds: [{ kind: 'towing', is_on: false }] },
  ]);
});

test('API-110: who may not edit sees them only', async () => {
  const send = fakeSend({ 'alarms.unit-settings': () => settings({}, { can: { edit: false } }) });
  await renderScreen(<UnitAlarms imei="1" />, { send, user: signedInUser() });
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /towed/ })).disabled).toBe(true);
});
