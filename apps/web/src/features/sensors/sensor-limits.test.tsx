import type { Sensor } from '@spora/contract/sensors/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { SensorsScreen } from './list-screen.tsx';
import { SensorScreen } from './sensor-screen.tsx';
import { sensor } from './testing.ts';

afterEach(cleanup);

const UNLIMITED = { ...sensor().settings, temperature_low_c: null, temperature_high_c: null };
const silent = { from: '2026-11-22T09:00:00.000Z', to: '2026-11-23T09:00:00.000Z', step_s: 300, points: [] };
const sendOf = (...sensors: Sensor[]) =>
  fakeSend({
    'sensors.list': () => ({ sensors, can: { add: true } }),
    'sensors.readings': () => ({ ...silent, figures: { temperature_c: null, humidity_pct: null } }),
    'alarms.list': () => ({ alarms: [], next: null }),
    'alarms.sensor-receivers': () => ({ alarmReceivers: [], SmsCredits: 0, can: { add: true } }),
    'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }),
  });
const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!.textContent;
const show = (of: Sensor) =>
  renderScreen(<SensorScreen id={1} span="24h" onSpan={() => undefined} onGone={() => undefined} renderMap={() => null} />, {
    send: sendOf(of),
    language: 'sv',
    user: signedInUser(),
  });

test('BLE-012, BLE-015: a row says its limits before it has measured, that it has none, what it waits for, and its battery in a word', async () => {
  const pending = sensor({ id: 2, name: 'Frysen', state: 'pending', value: null });
  const bare = sensor({ id: 4, name: 'Källaren', settings: UNLIMITED, value: { ...sensor().value!, battery_low: true } });
  const door = sensor({ id: 5, name: 'Grinden', settings: { ...UNLIMITED, door_alarm: true } });
  const tag = sensor({ id: 6, name: 'Nyckeln', kind: 'tag', settings: UNLIMITED });
  const send = sendOf(sensor(), pending, bare, door, tag);
  await renderScreen(<SensorsScreen search={{}} onSearch={() => undefined} />, { send, language: 'sv' });
  expect(await rowOf('^Kylen')).toContain('Bra2,95 V');
  const waits = await rowOf('Frysen');
  expect(waits).toContain('Ska ligga mellan 2,0 °C och 8,0 °C');
  expect(waits).toContain('Väntar på parkoppling');
  expect(waits).not.toContain('Inget än');
  expect(await rowOf('Källaren')).toMatch(/Inga gränser, larmar inte om värdet.*Lågt2,95 V/);
  for (const name of ['^Kylen', 'Grinden', 'Nyckeln']) expect(await rowOf(name)).not.toContain('Inga gränser');
});

test('BLE-015: the page of a sensor without limits says that it raises no alarm about a value, and leads to them', async () => {
  await show(sensor({ settings: UNLIMITED }));
  expect(await screen.findByText(/^Inga gränser är satta\. Sensorn larmar om den slutar höras/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ange gränser' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Lägsta temperatur (°C)'));
  cleanup();
  await show(sensor());
  await screen.findByRole('heading', { name: 'Kylen' });
  expect(screen.queryByText(/Inga gränser/)).toBeNull();
});

test('BLE-016: a chart without values says so once', async () => {
  await show(sensor());
  expect(await screen.findAllByText('Inga värden under den här tiden')).toHaveLength(1);
});
