import type { AlarmKind } from '@spora/contract/alarms/kinds';
import { alarmClassOf, alarmFacts } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { AboutUnit } from '../../lib/unit-measures.tsx';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { UnitAlarms } from './public/unit-alarms.tsx';

afterEach(cleanup);

const settings = (on: Partial<Record<AlarmKind, boolean>>, over: object = {}) => ({
  kinds: (['towing', 'over-speed', 'over-use'] as const).map((kind) => ({
    kind,
    class: alarmClassOf(kind, brandOf(0)),
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

test('13-A1: of a boat no alarm speaks of a vehicle or its inspection, and the tab of the limit has its name', async () => {
  const kinds = (['service-due', 'low-voltage', 'over-speed'] as const).map((kind) => ({ kind, class: 'function', is_on: true }));
  const send = fakeSend({ 'alarms.unit-settings': () => settings({}, { kinds }) });
  await renderScreen(
    <AboutUnit kind="boat">
      <UnitAlarms imei="1" />
    </AboutUnit>,
    { send, user: signedInUser() },
  );
  expect(await screen.findByRole('switch', { name: 'Service is due' })).toBeDefined();
  expect(screen.getByText('Set a speed limit first, under Trips.')).toBeDefined();
  expect(screen.queryByText(/vehicle|inspection|Trip log/)).toBeNull();
});

test('API-110: who may not edit sees them only', async () => {
  const send = fakeSend({ 'alarms.unit-settings': () => settings({}, { can: { edit: false } }) });
  await renderScreen(<UnitAlarms imei="1" />, { send, user: signedInUser() });
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /towed/ })).disabled).toBe(true);
});
