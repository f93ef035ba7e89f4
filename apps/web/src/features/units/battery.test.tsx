import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { type BatterySearch, chartOf, daysOf } from './battery-model.ts';
import { BatteryScreen } from './battery-screen.tsx';

afterEach(cleanup);
const battery = (name: string, kind: '12' | '24' | 'built-in', voltage_v: number, state: 'low' | 'uncertain' | 'well') => ({
  unit_id: 1,
  imei: '350000000000017',
  name,
  registration_number: null,
  kind,
  voltage_v,
  at: '2026-11-20T08:00:00Z',
  state,
});

function Page() {
  const [search, setSearch] = useState<BatterySearch>({});
  return <BatteryScreen search={search} onSearch={setSearch} />;
}

async function open(mayEdit = true) {
  const low = {
    thresholds: { '12': 11.8, '24': 23.6, 'built-in': 3.6 },
    margin: 0.03,
    batteries: [
      battery('Lastbil', '24', 16, 'low'),
      battery('Bil', '12', 11.9, 'uncertain'),
      battery('Bil', 'built-in', 4.1, 'well'),
    ],
    can: { edit: mayEdit },
  };
  const send = fakeSend({
    'units.low-battery': () => low,
    'units.save-battery-thresholds': ({ body }) => ({ ...low, ...(body as Pick<typeof low, 'thresholds'>) }),
    'units.voltage-history': () => ({
      points: [{ time: '2026-11-19T08:00:00Z', vehicle_min_v: 15.9, vehicle_max_v: 27.1, built_in_v: null }],
    }),
  });
  await renderScreen(<Page />, { send, user: signedInUser() });
  await screen.findByRole('table');
  return { user: userEvent.setup(), send };
}

test('UNIT-028: batteries that are low or may be are listed by kind, and the rest on demand', async () => {
  const { user } = await open();
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toMatch(/Lastbil.*24 V.*16.*23\.6\u00a0V.*Low/);
  expect(rows()[1]).toMatch(/Bil.*12 V.*11\.9\u00a0V.*Near the threshold/);
  await user.click(screen.getByLabelText('Show all batteries'));
  expect(rows()).toHaveLength(3);
});

test('UNIT-028: the history of a battery is told as a line, in words and as a table', async () => {
  const { user } = await open();
  await user.click(screen.getAllByRole('button', { name: 'Voltage history' })[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Voltage of Lastbil' });
  expect(await within(dialog).findByRole('img', { name: 'Lowest 15.9 V, highest 27.1 V.' })).toBeDefined();
  expect(within(dialog).getByRole('table', { name: 'Day by day' }).textContent).toContain('2026-11-19');
});

test('UNIT-028: each battery leads to the alarms of its unit, for whoever settles them', async () => {
  await open();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Alarms, Lastbil' });
  expect(link.getAttribute('href')).toMatch(/edit-terminal\?imei=.*350000000000017.*&tab=alarms$/);
  cleanup();
  await open(false);
  expect(screen.queryByRole('link', { name: /^Alarms/ })).toBeNull();
});

test('UNIT-027: administrators set the thresholds, within what such a battery can have', async () => {
  const { user, send } = await open();
  await user.click(screen.getByRole('button', { name: 'Thresholds' }));
  const field = await screen.findByLabelText('Threshold for 12 V');
  await user.clear(field);
  await user.type(field, '24');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/Enter a number between 9/)).toBeDefined();
  await user.clear(field);
  await user.type(field, '12,1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(
    send.requests.at(-1)?.id === 'units.save-battery-thresholds' ||
      send.requests.some(({ id }) => id === 'units.save-battery-thresholds'),
  ).toBe(true);
});

test('UNIT-027: others see the thresholds and cannot change them', async () => {
  await open(false);
  expect(screen.queryByRole('button', { name: 'Thresholds' })).toBeNull();
});

test('UNIT-028: a chart keeps the threshold in sight, and days have their lowest and highest', () => {
  const points = [
    { timeMs: 0, leastV: 12, mostV: 14 },
    { timeMs: 50, leastV: 11, mostV: 13 },
  ];
  const chart = chartOf(points, { fromMs: 0, toMs: 100, thresholdV: 11.8 });
  expect(chart.line.split(' ')).toHaveLength(2);
  expect(chart.thresholdY).toBeGreaterThan(0);
  expect(chart.thresholdY).toBeLessThan(100);
  expect(daysOf(points, () => '2026-11-20')).toEqual([{ day: '2026-11-20', leastV: 11, mostV: 14 }]);
});
