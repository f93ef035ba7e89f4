import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ArmUnit } from './public/arm-unit.tsx';
import { zone } from './testing.ts';

afterEach(cleanup);

const IMEI = '350000000000017';
const WAITING = zone({ id: 1, is_armed: true, device: { state: 'waiting', at: '2026-11-02T10:00:00Z' } });

async function open(answers: FakeAnswers) {
  const send = fakeSend(answers);
  await renderScreen(<ArmUnit imei={IMEI} />, { send, language: 'sv', user: signedInUser() });
  return (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
}

test('MAP-012, MAP-013: a unit is armed where it is, waits for the unit, and is disarmed from the same card', async () => {
  let armed: typeof WAITING | null = null;
  const bodies = await open({
    'zones.armed': () => ({ geofence: armed, can: { arm: true } }),
    'zones.arm': () => {
      armed = WAITING;
      return { command_id: 4, geofence: WAITING };
    },
    'zones.disarm': () => {
      armed = null;
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' }));
  expect(await screen.findByText('Larmad, 300 m: Väntar på enheten')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Larma av' }));
  expect(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' })).toBeDefined();
  expect([bodies('zones.arm'), bodies('zones.disarm')]).toEqual([[{ imei: IMEI }], [{ imei: IMEI }]]);
});

test('MAP-012: a refusal says why, and who may not arm is shown no button', async () => {
  await open({
    'zones.armed': () => ({ geofence: null, can: { arm: true } }),
    'zones.arm': () => {
      throw new ApiError(409, 'ZoneLimitReached');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Larma om den lämnar platsen' }));
  expect(await screen.findByText(/högst 5 zoner/)).toBeDefined();
  cleanup();
  const asked = await open({ 'zones.armed': () => ({ geofence: null, can: { arm: false } }) });
  await waitFor(() => expect(asked('zones.armed')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
