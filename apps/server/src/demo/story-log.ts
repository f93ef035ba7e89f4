import { dayIn } from '@spora/calendar/zones';
import { DAY_MS } from '@spora/calendar/durations';
import { saveRefuelling, listRefuellings } from '@spora/contract/refuelling/endpoints';
import {
  addManualTrip,
  bulkUpdateTrips,
  generateTrips,
  mergeTrips,
  previewMerge,
  setTripType,
  type Trip,
  type TripChanges,
  updateTrip,
} from '@spora/contract/trips/endpoints';
import { type StoryCaller, Refused } from './story-caller.ts';
import type { Scene } from './story-scene.ts';

/** So many days back people still write in their log; what is older is left as the rules have it. */
const RECENT_DAYS = 6;
const ERRANDS = [
  'Felanmälan varmvatten',
  'Injustering av värme',
  'Servicebesök',
  'Offertbesök',
  'Byte av termostat',
  'Besiktning',
  'Servicebesök',
];
const VISITED = ['Brf Ekfallet', 'Tallbackens äldreboende', 'Kvarnholms konditori', 'Familjen Rosenvik'];
const NOTES = [
  'Reservdel beställd, åter nästa vecka',
  'Nyckel hämtad hos vaktmästaren',
  'Garantiärende',
  'Parkerade på baksidan',
];
/** Units whose drivers write in their log; the one of the last has fallen behind. */
const WRITERS = [
  '101 Servicebil Maja',
  '102 Servicebil Jonas',
  '103 Servicebil El',
  '104 VVS Söder',
  '201 Servicebil Hisingen',
  '202 Servicebil Mölndal',
  '301 Servicebil Lund',
  '302 Servicebil Malmö',
];
const BEHIND = '113 Uppland service';
/** Trips that still ask for a purpose, and such that nobody has said they drove. */
export const OPEN = { purposes: 7, drivers: 3 };

const recentDays = ({ begun, timeZone }: Scene) => ({
  from: dayIn(new Date(begun.getTime() - RECENT_DAYS * DAY_MS), timeZone),
  to: dayIn(begun, timeZone),
});

/** Trips of a unit in order of time that began before the demo did: the same ones whenever this is asked. */
async function tripsOf(scene: Scene, caller: StoryCaller, unit: string, days = recentDays(scene)): Promise<Trip[]> {
  const { trips } = await caller.call(generateTrips, {
    body: { ...days, imeis: [scene.imeiOf(unit)], page_size: 500, sort: 'time', descending: false },
  });
  return trips.filter(
    ({ start, attested_by }) => attested_by === null && start.time !== null && Date.parse(start.time) < scene.begun.getTime(),
  );
}

const idsOf = (trips: readonly Trip[]): number[] => trips.map(({ id }) => id);

async function change(caller: StoryCaller, trips: readonly Trip[], changes: Partial<TripChanges>): Promise<void> {
  if (trips.length > 0) await caller.call(bulkUpdateTrips, { body: { trip_ids: idsOf(trips), changes } });
}

/** What drivers write themselves where the rules of places say little: purposes, whom they met, who came along, what was private. */
export async function writePurposes(scene: Scene): Promise<void> {
  for (const unit of WRITERS) {
    const driver = await scene.driverOf(unit);
    const trips = (await tripsOf(scene, driver, unit)).filter(({ type }) => type === 'business');
    const isLoose = ({ purpose }: Trip): boolean => purpose === '' || purpose === 'Servicebesök';
    // By its place among all of them: a start that goes on after a kill finds fewer without a purpose, and gives each the same.
    for (const [i, purpose] of ERRANDS.entries())
      await change(
        driver,
        trips.filter((trip, place) => place % ERRANDS.length === i && isLoose(trip)),
        { purpose },
      );
    await adorn(driver, trips);
  }
  await fallBehind(scene);
}

async function adorn(driver: StoryCaller, trips: readonly Trip[]): Promise<void> {
  for (const [i, visited] of VISITED.entries())
    await change(
      driver,
      trips.filter((_, place) => place % 12 === 3 * i),
      { visited, note: NOTES[i] ?? '' },
    );
  const [together] = trips.slice(1, 2);
  if (together)
    await driver.call(updateTrip, {
      params: { id: together.id },
      body: { passengers: [{ member_id: null, name: 'Tuva Holmsäter, lärling' }] },
    });
}

/** Of one driver the newest trips still ask for a purpose, and some of another unit for whoever drove them. */
async function fallBehind(scene: Scene): Promise<void> {
  const driver = await scene.driverOf(BEHIND);
  const trips = (await tripsOf(scene, driver, BEHIND)).filter(({ type }) => type === 'business');
  const written = trips.slice(0, -OPEN.purposes);
  for (const [i, purpose] of ['Servicebesök', 'Felanmälan'].entries())
    await change(
      driver,
      written.filter((_, place) => place % 2 === i),
      { purpose },
    );
  const borrowed = await tripsOf(scene, scene.admin, '202 Servicebil Mölndal');
  await change(scene.admin, borrowed.slice(-OPEN.drivers), { driver_id: null });
}

/** The last way home of some days was somebody's own errand. */
export async function markPrivate(scene: Scene): Promise<void> {
  for (const unit of ['101 Servicebil Maja', '104 VVS Söder']) {
    const driver = await scene.driverOf(unit);
    const trips = await tripsOf(scene, driver, unit);
    const last = trips.filter(({ day }, i) => trips[i + 1]?.day !== day);
    const own = last.slice(0, 2).filter(({ type }) => type === 'business');
    if (own.length > 0 && !last.some(({ type }) => type === 'private'))
      await driver.call(setTripType, { body: { trip_ids: idsOf(own), type: 'private' } });
  }
}

const MERGED = '102 Servicebil Jonas';

/** Two trips with a short halt between them, shown as one. */
export async function mergeTwo(scene: Scene): Promise<void> {
  const driver = await scene.driverOf(MERGED);
  const trips = await tripsOf(scene, driver, MERGED);
  if (trips.some(({ parts }) => parts.length > 0)) return;
  for (const [i, trip] of trips.entries()) {
    const next = trips[i + 1];
    if (next === undefined) return;
    const body = { trip_ids: [trip.id, next.id] };
    try {
      await driver.call(previewMerge, { body });
    } catch (error) {
      // Another day or another type: the next two.
      if (error instanceof Refused) continue;
      throw error;
    }
    await driver.call(mergeTrips, { body });
    return;
  }
}

const BY_HAND = '104 VVS Söder';

/** An evening whose tracker was not there. */
export async function writeOneByHand(scene: Scene): Promise<void> {
  const driver = await scene.driverOf(BY_HAND);
  const trips = await tripsOf(scene, driver, BY_HAND);
  if (trips.some(({ is_manual }) => is_manual)) return;
  // 20:10 to 20:45 by the clock of central Europe, give or take an hour: the vans have been at home for long.
  const day = dayIn(new Date(scene.begun.getTime() - 3 * DAY_MS), scene.timeZone);
  await driver.call(addManualTrip, {
    body: {
      imei: scene.imeiOf(BY_HAND),
      start: `${day}T19:10:00Z`,
      stop: `${day}T19:45:00Z`,
      start_address: 'Depå Söder',
      stop_address: 'Brf Lindängen',
      distance_m: 9400,
      type: 'business',
      purpose: 'Jourutryckning',
      note: 'Läcka i källaren, körde med reservbatteri',
      driver_id: scene.personOf('Henrik Sjövalla').id,
    },
  });
}

/** Its fuse was loose: of the trips whose odometer differs one has been explained, the others still ask. */
export const LOOSE_FUSE = '203 Budbil Göteborg';

export async function explainOdometer(scene: Scene): Promise<void> {
  const driver = await scene.driverOf(LOOSE_FUSE);
  const trips = await tripsOf(scene, driver, LOOSE_FUSE);
  const differing = trips.filter(({ has_odometer_gap }) => has_odometer_gap);
  const [first] = differing;
  if (!first || trips.some(({ odometer_explanation }) => odometer_explanation)) return;
  await driver.call(updateTrip, {
    params: { id: first.id },
    body: { odometer_explanation: { reason: 'other', note: 'Lös säkring, spåraren tappade ström' } },
  });
}

/** Litres or kWh per 10 km as filled, and what one costs. */
const DIESEL = { fuel_type: 'diesel', per10km: 0.83, each: 18.4 } as const;
const FILLED = [
  { unit: '101 Servicebil Maja', ...DIESEL, station: 'Macken vid Gullvret' },
  { unit: '102 Servicebil Jonas', ...DIESEL, station: 'Macken vid Gullvret' },
  { unit: '103 Servicebil El', fuel_type: 'electric', per10km: 2.3, each: 2.1, station: 'Laddplats Depå Söder' },
  { unit: '104 VVS Söder', ...DIESEL, station: 'Lindtorps bensin' },
  { unit: '301 Servicebil Lund', ...DIESEL, station: 'Slättens drivmedel' },
] as const;
/** What the first of them filled, by the units of its fuel: nobody knows for how far. */
const FIRST_FILL = 41.6;

/** Twice for each of some units: after an early trip and after a late one, with the odometer of that moment. */
export async function fillUp(scene: Scene): Promise<void> {
  for (const { unit, fuel_type, per10km, each, station } of FILLED) {
    const imei = scene.imeiOf(unit);
    const driver = await scene.driverOf(unit);
    const { rows } = await driver.call(listRefuellings, { params: { imei }, query: {} });
    const ends = (await tripsOf(scene, driver, unit)).flatMap(({ stop, is_manual }) =>
      stop === null || is_manual ? [] : [stop],
    );
    const [first, last] = [ends[0], ends.at(-1)];
    if (!first || !last) continue;
    const drivenKm = (last.odometer_km ?? 0) - (first.odometer_km ?? 0);
    const fills = [
      { stop: first, amount: FIRST_FILL },
      { stop: last, amount: tenths(Math.max(5, (drivenKm / 10) * per10km)) },
    ];
    for (const { stop, amount } of fills.slice(rows.length))
      await driver.call(saveRefuelling, {
        params: { imei },
        body: {
          fuel_type,
          station,
          amount,
          at: new Date(Date.parse(stop.time ?? '') + 60_000).toISOString(),
          price: Math.round(amount * each),
          currency: 'SEK',
          odometer_km: stop.odometer_km === null ? null : Math.round(stop.odometer_km),
          confirmed: true,
        },
      });
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
