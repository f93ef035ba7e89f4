import { DAY_MS } from '@spora/calendar/durations';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { GeoDataPanel } from './public/geo-data-panel.tsx';
import { inputsOf, joinPages, trackOfRaw, type RawColumns, type RawPage } from './raw-model.ts';

beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const IMEI = '350000000000017';
const T0 = Date.parse('2026-11-02T08:00:00Z');

/** So many records, a minute apart, on the way north. */
const columnsOf = (n: number, over: Partial<RawColumns> = {}): RawColumns => {
  const each = <T,>(value: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => value(i));
  return {
    time: each((i) => T0 + i * 60_000),
    lat: each((i) => 59.3 + i / 1000),
    lng: each(() => 18),
    speed_kmh: each(() => 50),
    heading_deg: each(() => 0),
    satellites: each(() => 11),
    ignition: each(() => true),
    voltage_v: each(() => 12.6),
    inputs: each(() => '10--'),
    quality: each(() => 'good' as const),
    ...over,
  };
};
const page = (columns: RawColumns, over: Partial<RawPage> = {}): RawPage => ({
  columns,
  private_blocks: [],
  hides_speed: false,
  next: null,
  ...over,
});

function Panel(props: { from?: string; to?: string; told: object[] }) {
  const [range, setRange] = useState<{ from?: string | undefined; to?: string | undefined }>({ from: props.from, to: props.to });
  return (
    <GeoDataPanel
      imei={IMEI}
      from={range.from}
      to={range.to}
      onRange={(next) => {
        props.told.push(next);
        setRange(next);
      }}
    />
  );
}
async function open(answer: NonNullable<FakeAnswers['tracking.raw-positions']>, over: FakeAnswers = {}) {
  const send = fakeSend({
    'tracking.raw-positions': answer,
    'accounts.map-config': () => ({ providers: [] }),
    ...over,
  });
  const told: object[] = [];
  await renderScreen(<Panel from="2026-11-02" to="2026-11-02" told={told} />, { send, user: signedInUser() });
  const asked = () => send.requests.filter(({ id }) => id === 'tracking.raw-positions').map(({ query }) => query);
  return { user: userEvent.setup(), send, asked, told };
}

test('UNIT-017: each record is a row with time, place, speed, heading, satellites, ignition, voltage and inputs', async () => {
  const columns = columnsOf(2, {
    quality: ['good', 'no-fix'],
    ignition: [true, null],
    voltage_v: [12.6, null],
    inputs: ['10--', '----'],
  });
  const { asked } = await open(() => page(columns));
  const rows = await screen.findAllByRole('row');
  expect(rows[1]!.textContent).toMatch(/2026-11-02 .*59\.30000, 18\.00000.*50.*0°11On12[.,]6.V1 on/);
  expect(rows[2]!.textContent).toMatch(/59\.30100, 18\.00000no GPS position.*11–––$/);
  expect(screen.getByText('2 positions')).toBeDefined();
  expect(asked()).toHaveLength(1);
  const { from, to } = asked()[0] as { from: string; to: string };
  expect(Date.parse(to) - Date.parse(from), 'the whole day').toBe(DAY_MS);
});

test('UNIT-017: choosing a row marks it, and only one is marked', async () => {
  const { user } = await open(() => page(columnsOf(3)));
  const buttons = await screen.findAllByRole('button', { name: /2026-11-02/ });
  await user.click(buttons[1]!);
  await user.click(buttons[2]!);
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
});

test('UNIT-017: ten thousand positions draw only the rows in view, and the rest of the period is a press away', async () => {
  let asks = 0;
  const { user, asked } = await open(() =>
    (asks += 1) === 1
      ? page(columnsOf(10_000), { next: '2026-11-09T06:39:00.000Z' })
      : page(columnsOf(5, { time: [1, 2, 3, 4, 5].map((i) => T0 + (10_000 + i) * 60_000) })),
  );
  expect(await screen.findByText(/^10.?000 positions$/)).toBeDefined();
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/^10.?005 positions$/)).toBeDefined();
  expect(asked().at(-1)).toMatchObject({ after: '2026-11-09T06:39:00.000Z' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('UNIT-017, MAP-031: what is private is said to be left out', async () => {
  await open(() => page(columnsOf(1), { private_blocks: [{ from: '2026-11-02T09:00:00Z', to: null }] }));
  expect(await screen.findByText('1 private stretch is left out. Only the driver sees it.')).toBeDefined();
});

test('UNIT-017, MAP-004: times hidden from administrators are said to be left out', async () => {
  const block = { from: '2026-11-02T09:00:00Z', to: '2026-11-02T10:00:00Z', is_hidden: true };
  await open(() => page(columnsOf(1), { private_blocks: [block] }));
  expect(await screen.findByText('The times when the unit is hidden from administrators are left out.')).toBeDefined();
  expect(screen.queryByText(/private stretch/)).toBeNull();
});

test('UNIT-018: a unit that hides its speed shows none', async () => {
  await open(() => page(columnsOf(1, { speed_kmh: [null] }), { hides_speed: true }));
  await screen.findAllByRole('row');
  expect(screen.queryByText(/km\/h/)).toBeNull();
});

test('UNIT-017: a day without positions says so, and a failure can be tried again', async () => {
  let asks = 0;
  const { user } = await open(() => {
    if ((asks += 1) === 1) throw new ApiError(422, 'HistoryMaxDays');
    return page(columnsOf(0));
  });
  expect(await screen.findByText('History can be shown for at most 30 days at a time.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No data for the chosen period')).toBeDefined();
});

test('UNIT-017: the file of the period is asked for, and a failure is told', async () => {
  const { user, send } = await open(() => page(columnsOf(1)), {
    'tracking.export-raw-positions': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await screen.findAllByRole('row');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(screen.getByText('The file could not be fetched')).toBeDefined());
  const [asked] = send.requests.filter(({ id }) => id === 'tracking.export-raw-positions');
  expect(asked!.query).toMatchObject({ imei: IMEI });
});

test('UNIT-017: the map draws sound positions only, and across a silence a gap', () => {
  const { points, gaps } = trackOfRaw(
    columnsOf(4, {
      time: [T0, T0 + 60_000, T0 + 120_000, T0 + 900_000],
      quality: ['good', 'implausible', 'good', 'good'],
      speed_kmh: [null, 1, 2, 3],
    }),
  );
  expect(points.map(({ timeMs, speedKmh }) => [timeMs - T0, speedKmh])).toEqual([
    [0, 0],
    [120_000, 2],
    [900_000, 3],
  ]);
  expect(gaps).toEqual([{ fromMs: T0 + 120_000, toMs: T0 + 900_000 }]);
});

test('UNIT-017: pages become one table, and inputs are told by number', () => {
  expect(joinPages([page(columnsOf(2)), page(columnsOf(3))]).inputs).toHaveLength(5);
  expect(inputsOf('1-01')).toEqual({ on: [1, 4], isKnown: true });
  expect(inputsOf('----')).toEqual({ on: [], isKnown: false });
});
