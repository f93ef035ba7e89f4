import { client } from './client/client.gen.js';
import {
  integrationsToken,
  trackingPositions,
  tripsAddManual,
  tripsGenerate,
  tripsUpdate,
  unitsList,
  type Trip,
} from './client/index.js';

/**
 * What a customer's program does, written against the client that is generated into `client/`. It is compiled and run by
 * `src/roles/generated-client.test.ts`, outside of the project, and prints what it saw as JSON.
 */
const [address = '', token = '', from = '', to = ''] = process.argv.slice(2);
client.setConfig({ baseUrl: `${address}/api`, auth: () => token });

const own = await integrationsToken({ throwOnError: true });
const units = await unitsList({ throwOnError: true });
const [unit] = units.data.data.units;
if (!unit?.imei) throw new Error('the account has no unit');
const { imei } = unit;

const added = await tripsAddManual({
  body: {
    imei,
    start: `${to}T07:00:00Z`,
    stop: `${to}T07:30:00Z`,
    start_address: 'Hornsgatan 84, Stockholm',
    stop_address: 'Sveavägen 1, Stockholm',
    distance_m: 12_000,
    type: 'business',
    purpose: 'Kundbesök',
  },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  throwOnError: true,
});

const trips: Trip[] = [];
let pages = 0;
for (let isMore = true; isMore;) {
  const { data } = await tripsGenerate({ body: { from, to, imeis: [imei], page: ++pages, page_size: 2 }, throwOnError: true });
  trips.push(...data.data.trips);
  isMore = data.data.page.number < data.data.page.count;
}

const positions = await trackingPositions({ throwOnError: true });
const positioned = positions.data.data.units.find((each) => each.imei === imei)?.position;

const { error, response } = await tripsUpdate({ path: { id: 1 }, body: { purpose: 'Ny' } });
if (error === undefined) throw new Error('a trip of nobody was changed');
// @ts-expect-error -- no call is refused with this key
const isMistyped = error.errors === 'TripNotFond';

process.stdout.write(
  JSON.stringify({
    rights: own.data.data.rights,
    units: units.data.data.units.map(({ name }) => name),
    pages,
    purposes: trips.map(({ purpose }) => purpose),
    position: positioned ? { lat: positioned.lat, lng: positioned.lng } : null,
    added: added.data.data.trip.start.address,
    refusal: { status: response?.status, isMissing: error.errors === 'TripNotFound', isMistyped },
  }),
);
