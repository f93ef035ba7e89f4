import { chargesOf } from '@spora/tolls/charges';
import { type Fix, find, flush, nothingFound } from '@spora/tolls/finder';
import { STATIONS } from '@spora/tolls/stations';
import { DEFAULT_TARIFFS } from '@spora/tolls/tariffs';
import { driveThrough, metresFrom } from '@spora/tolls/testing-drives';
import { hold, interleave, numberOption, short } from './measure.ts';

export const title = 'Toll passages found in a stream of positions, and a month of them charged';
export const small = ['--rounds', '1', '--ms', '20'];

/** Fixes a second of one core, without the rest of the projector. */
const GOAL = 100_000;

const pointsOf = (area: string) => STATIONS.filter((station) => station.area === area).flatMap(({ points }) => points);

/** From control point to control point through a city, a fix a second. */
const throughCity = (area: string): Fix[] => driveThrough(pointsOf(area), { kmh: 50, everyS: 1 });

/** In the country, where no station is. */
const farAway = (): Fix[] => {
  const start = { latE7: 630_000_000, lonE7: 160_000_000 };
  const corners = Array.from({ length: 40 }, (_, i) => metresFrom(start, 2000 * (i % 7), 2000 * (i % 5)));
  return driveThrough(corners, { kmh: 80, everyS: 1 });
};

/** Up and down inside the congestion charging zone. */
const inLondon = (): Fix[] => {
  const start = { latE7: 515_100_000, lonE7: -1_200_000 };
  const corners = Array.from({ length: 40 }, (_, i) => metresFrom(start, 100 * (i % 7), 200 * (i % 5)));
  return driveThrough(corners, { kmh: 30, everyS: 1 });
};

function passagesOf(fixes: readonly Fix[]): number {
  let count = 0;
  const state = nothingFound();
  const emit = (): void => void count++;
  for (const fix of fixes) find(state, fix, emit);
  flush(state, emit);
  return count;
}

/** Passages of a month, each half hour of each day. */
const month = Array.from({ length: 30 * 48 }, (_, id) => ({
  id,
  stationId: 'se-gothenburg/orgrytevagen',
  pointId: '711',
  timeMs: Date.UTC(2026, 8, 1) + id * 1_800_000,
}));

/** `--rounds 7 --ms 400` */
export async function run(args: readonly string[]): Promise<void> {
  const drives = [
    { name: 'far from any station', fixes: farAway() },
    { name: 'through Stockholm', fixes: throughCity('se-stockholm') },
    { name: 'through Gothenburg', fixes: throughCity('se-gothenburg') },
    { name: "in London's zone", fixes: inLondon() },
  ];
  const [far, stockholm, , london] = drives.map(({ fixes }) => passagesOf(fixes));
  hold('passages far from any station', far ?? Number.NaN, { least: 0, most: 0 });
  hold('passages through Stockholm', stockholm ?? Number.NaN, { least: 15 });
  hold("days told of in London's zone", london ?? Number.NaN, { least: 1, most: 1 });
  const sum = chargesOf(month, DEFAULT_TARIFFS, { vehicleClass: 'car', fuel: 'petrol' }).reduce(
    (total, { amount }) => total + (amount ?? Number.NaN),
    0,
  );
  // 22 days of Monday to Friday, each at its maximum.
  hold('kronor of a month of half hours in Gothenburg', sum / 100, { least: 1320, most: 1320 });

  const rates = interleave(
    [
      ...drives.map(({ name, fixes }) => ({ name, work: () => (passagesOf(fixes), fixes.length) })),
      {
        name: 'passages charged',
        work: () => chargesOf(month, DEFAULT_TARIFFS, { vehicleClass: 'car', fuel: 'petrol' }).length,
      },
    ],
    numberOption(args, 'rounds', 7),
    numberOption(args, 'ms', 400),
  );
  drives.forEach(({ name }, i) => {
    console.log(`  ${name.padEnd(22)} ${short(rates[i] ?? 0).padStart(8)} fixes a second of one core (goal ${short(GOAL)})`);
  });
  console.log(`  ${'charged'.padEnd(22)} ${short(rates.at(-1) ?? 0).padStart(8)} passages a second`);
}
