import { createFormat } from '@spora/messages/format';
import { cleanup, screen, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ListFoot } from './components/list-foot.tsx';
import { TripList } from './components/trip-list.tsx';
import { COLUMNS, type Column, USUAL_COLUMNS } from './columns.ts';
import { groupByDay, usedTexts } from './model.ts';
import { trip, tripPage } from './testing.ts';

afterEach(cleanup);

const DAY = [
  trip({ id: 1, fuel: 0.741, co2_kg: 1.85, average_kmh: 24.6 }),
  trip({ id: 2, fuel: 3.4, fuel_unit: 'kWh', co2_kg: 0, average_kmh: 40 }),
  trip({ id: 3, average_kmh: null }),
];
const PAGE = { ...tripPage(DAY), totals: { ...tripPage(DAY).totals, fuel_l: 12.34, electricity_kwh: 3.4, co2_kg: 20 } };
const chosen = (...ids: Column[]) => ids.map((id) => ({ id, widthPx: null }));

const show = (columns: ReturnType<typeof chosen>) =>
  renderScreen(
    <TripList
      page={PAGE}
      today="2026-11-21"
      edits={{} as never}
      columns={columns}
      isFree
      ticks={null}
      hasRuns
      hasFoot
      selectedId={undefined}
      onSelect={() => undefined}
      scroller={createRef()}
    />,
    { send: fakeSend({}), user: signedInUser() },
  );

test('TRIP-019: fuel, CO2 and average speed are columns to choose, in a trip, in the sums of its day and of the whole', async () => {
  await show(chosen('time', 'average-speed', 'fuel', 'co2'));
  const rows = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(rows.filter((row) => row.length === 5).map((row) => row.slice(2))).toEqual([
    ['25\u00a0km/h', '0.74\u00a0l', '1.85\u00a0kg'],
    ['40\u00a0km/h', '3.40\u00a0kWh', '0.00\u00a0kg'],
    ['', '', ''],
  ]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(
    expect.arrayContaining(['Average speed', 'Fuel (estimate)', 'CO2 (estimate)']),
  );
  const text = document.body.textContent;
  for (const sum of ['0.74\u00a0l3.40\u00a0kWh1.85\u00a0kg CO2', '12.3\u00a0l3.40\u00a0kWh20.0\u00a0kg CO2'])
    expect(text).toContain(sum);
});

test('TRIP-019: they are not shown unless chosen, nor are their sums', async () => {
  expect(COLUMNS).toEqual(expect.arrayContaining(['average-speed', 'fuel', 'co2']));
  expect(USUAL_COLUMNS.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['fuel']));
  await renderScreen(<ListFoot totals={PAGE.totals} columns={['time', 'distance']} />, {
    send: fakeSend({}),
    user: signedInUser(),
  });
  expect(document.body.textContent).not.toContain('kWh');
});

test('REP-007, TRIP-019: sums have the separator of the language, keep litres and kWh apart, and are not told when nothing is known', () => {
  const [group] = groupByDay(PAGE);
  const swedish = createFormat('sv', 'Europe/Stockholm');
  expect(usedTexts(group!.sums!.used, ['fuel', 'co2'], swedish)).toEqual(['0,74\u00a0l', '3,40\u00a0kWh', '1,85\u00a0kg CO2']);
  expect(usedTexts(groupByDay(tripPage([DAY[2]!]))[0]!.sums!.used, ['fuel', 'co2'], swedish)).toEqual([]);
});
