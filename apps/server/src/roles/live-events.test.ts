import { setTimeout as wait } from 'node:timers/promises';
import { deleteBooking, returnVehicle, saveBooking, updateBooking } from '@spora/contract/bookings/endpoints';
import { announce as announceText, endAnnouncement, listAnnouncements } from '@spora/contract/support/back-office';
import { addSensor, pairSensor, saveSensor, unpairSensor } from '@spora/contract/sensors/endpoints';
import { cancelMode, setActiveTracking, setMode } from '@spora/contract/modes/endpoints';
import type { LiveEvent } from '@spora/contract/live-event';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TrackerSession } from '../core/log/tcp-session.ts';
import { announce } from '../features.ts';
import { createCourier } from '../features/commands/delivery/service.ts';
import { createLog } from '../platform/observing/log.ts';
import { makeAccount, type MadeUnit, makeMember, makeStaff, makeUnit } from '../testing/database.ts';
import { type Caller, testApp } from '../testing/http.ts';
import { streamsOf, type TestStream } from '../testing/live-stream.ts';
import { modesWorld } from '../testing/modes.ts';
import { makeTrip } from '../testing/trips.ts';

const app = await testApp();
afterAll(() => app.close());
const openStream = await streamsOf(app);
const world = modesWorld(app);

let [admin, seeing, blind, foreign]: Caller[] = [];
let [ada, seer]: { id: number }[] = [];
let [van, car]: MadeUnit[] = [];
let accountId: Awaited<ReturnType<typeof makeAccount>>;

beforeEach(async () => {
  app.clock.now = new Date();
  accountId = await makeAccount(app.database);
  ada = await makeMember(app.database, { accountId });
  seer = await makeMember(app.database, { accountId, isAdmin: false });
  van = await makeUnit(app.database, { accountId, visibleTo: [seer.id] });
  car = await makeUnit(app.database, { accountId });
  const others = { accountId: await makeAccount(app.database) };
  [admin, seeing, blind, foreign] = [
    await app.signInAs(ada),
    await app.signInAs(seer),
    await app.signInAs(await makeMember(app.database, { accountId, isAdmin: false })),
    await app.signInAs(await makeMember(app.database, others)),
  ];
});

const everybody = () => [admin, seeing, blind, foreign];

/** What streams were told of a kind since the last look, by the unit: each waits for what it is to be told. */
async function watching(kind: LiveEvent['kind'], callers: readonly (Caller | undefined)[]) {
  const streams = await Promise.all(callers.map((caller) => openStream(caller!)));
  const told = ({ events }: TestStream): number[] =>
    events.flatMap((event) => (event.kind === kind && 'unit_id' in event ? [event.unit_id] : []));
  return {
    /** `expected`: by stream, the units that each is told of once at least; those of nobody are told to nobody. */
    are: async (...expected: readonly (readonly (MadeUnit | undefined)[])[]) => {
      const wanted = expected.map((units) => units.map((unit) => unit!.unitId).toSorted());
      await expect.poll(() => streams.map((stream) => [...new Set(told(stream))].toSorted())).toEqual(wanted);
      await wait(200);
      expect(streams.map((stream) => [...new Set(told(stream))].toSorted())).toEqual(wanted);
      for (const { events } of streams) events.length = 0;
    },
    close: () => {
      for (const stream of streams) stream.close();
    },
  };
}

/** The one who sees the van drives it privately from now on. */
const beginPrivateUse = (): Promise<number> =>
  makeTrip(
    app.database,
    { accountId, unitId: van!.unitId },
    { start: new Date(Date.now() - 60_000).toISOString(), type: 'private', driver: seer!.id, isOngoing: true },
  );

/** The tracker is connected for as long as it takes to hand it what waits. */
async function send(unit: MadeUnit): Promise<void> {
  const sent: string[] = [];
  const session = {
    trackerId: unit.trackerId,
    isOpen: true,
    takesCommands: true,
    sendCommand: (text: string) => void sent.push(text),
  };
  const courier = createCourier({
    db: app.database.pipeline,
    log: createLog({ logLevel: 'silent' }),
    now: () => app.clock.now,
    findSession: (trackerId) => (trackerId === unit.trackerId ? (session as unknown as TrackerSession) : undefined),
    announce,
    everyMs: 20,
  });
  await expect.poll(() => sent).toHaveLength(1);
  await courier.stop();
}

/** The clock's next whole hours, as a form sends them. */
const hours = (from: number, to: number) => {
  const at = (hour: number): string =>
    new Date(Math.ceil(app.clock.now.getTime() / 3_600_000 + hour) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  return { start_date: at(from), end_date: at(to) };
};

test('DEC-59, API-061, BOOK-039: a booking made, moved, given back and deleted is told to who sees its vehicle, also in private use', async () => {
  const tells = await watching('booking', everybody());
  const booking = { imei: van!.imei, ...hours(24, 26), purpose: 'Kund', driver_id: seer!.id };
  const made = await seeing!.call(saveBooking, { body: booking });
  expect(made.status, made.raw.toString()).toBe(200);
  await tells.are([van], [van], [], []);
  // Who drives privately says nothing of what others book.
  const private_ = {
    start: new Date(Date.now() - 60_000).toISOString(),
    type: 'private',
    driver: seer!.id,
    isOngoing: true,
  } as const;
  await makeTrip(app.database, { accountId, unitId: van!.unitId }, private_);
  const { id } = made.data!;
  const moved = await admin!.call(updateBooking, { body: { ...booking, id: String(id), imei: car!.imei, driver_id: ada!.id } });
  expect(moved.status, moved.raw.toString()).toBe(200);
  await tells.are([van, car], [van], [], []);
  expect((await admin!.call(deleteBooking, { body: { id: String(id) } })).status).toBe(200);
  await tells.are([car], [], [], []);
  const now = await seeing!.call(saveBooking, { body: { ...booking, ...hours(3, 8) } });
  await tells.are([van], [van], [], []);
  // Whatever the hour and the account's zone are, it has begun by then and is not over.
  app.clock.now = new Date(app.clock.now.getTime() + 5 * 3_600_000);
  seeing = await app.signInAs(seer!);
  const back = await seeing.call(returnVehicle, { params: { id: now.data!.id } });
  expect(back.status, back.raw.toString()).toBe(200);
  await tells.are([van], [van], [], []);
  tells.close();
});

test('DEC-59, API-061, OUT-002, MODE-008: what is asked of a tracker, withdrawn and answered is told to who sees its unit', async () => {
  const [commands, modes] = [await watching('command', everybody()), await watching('mode', everybody())];
  const both = async (...expected: readonly (readonly (MadeUnit | undefined)[])[]) => {
    await commands.are(...expected);
    await modes.are(...expected);
  };
  const of = { params: { imei: van!.imei } };
  expect((await admin!.call(setMode, { ...of, body: { mode: '12h' } })).status).toBe(200);
  await both([van], [van], [], []);
  expect((await admin!.call(cancelMode, of)).status).toBe(200);
  await modes.are([van], [van], [], []);
  await admin!.call(setMode, { ...of, body: { mode: '1h' } });
  await both([van], [van], [], []);
  await send(van!);
  await commands.are([van], [van], [], []);
  await world.settle(van!, 'acknowledged');
  await both([van], [van], [], []);
  expect((await admin!.call(setActiveTracking, { body: { imei: van!.imei, state: 1 } })).status).toBe(200);
  await commands.are([van], [van], [], []);
  await world.settle(van!, 'failed', 'active-tracking');
  await commands.are([van], [van], [], []);
  for (const { close } of [commands, modes]) close();
});

test('DEC-59, TRIP-032: of a unit in private use its driver alone is told that its tracker answered, also of those who come back after it', async () => {
  await admin!.call(setMode, { params: { imei: van!.imei }, body: { mode: '12h' } });
  await beginPrivateUse();
  const [commands, modes] = [await watching('command', everybody()), await watching('mode', everybody())];
  await world.settle(van!, 'acknowledged');
  await commands.are([], [van], [], []);
  await modes.are([], [van], [], []);
  // Whoever comes back once it is over is told what was asked for before, and of the answer nothing.
  const kept = await app.database.owner.selectFrom('live_event').select('kind').where('unit_id', '=', van!.unitId).execute();
  expect(
    kept
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'position')
      .toSorted(),
  ).toEqual(['command', 'mode']);
  for (const { close } of [commands, modes]) close();
});

test('DEC-59, API-061, BLE-012: a sensor that is paired, renamed and unpaired is told to who sees its unit', async () => {
  const tells = await watching('sensor', everybody());
  const { mac, id, settings } = (await admin!.call(addSensor, { body: { mac: '7CD9F4100977', name: 'Kylen' } })).data!;
  const pairing = { mac, imei: van!.imei };
  expect((await admin!.call(pairSensor, { body: { ...pairing, turn_on: true } })).status).toBe(200);
  await tells.are([van], [van], [], []);
  await world.settle(van!, 'acknowledged', 'sensors');
  await tells.are([van], [van], [], []);
  expect((await admin!.call(saveSensor, { params: { id }, body: { ...settings, name: 'Frysen' } })).status).toBe(200);
  await tells.are([van], [van], [], []);
  expect((await admin!.call(unpairSensor, { body: pairing })).status).toBe(200);
  await tells.are([van], [van], [], []);
  tells.close();
});

test('DEC-59, DEC-61: what support announces and ends is told to everybody, also to who was away meanwhile, with no word of it', async () => {
  const support = await app.signInAsStaff(await makeStaff(app.database));
  const streams = [await openStream(admin!), await openStream(foreign!)];
  const told = () => streams.map(({ events }) => events.filter(({ kind }) => kind === 'announcement').length);
  const texts = { text_en: 'Work tonight', text_sv: 'Arbete i natt', text_no: 'Arbeid i natt' };
  const announced = await support.call(announceText, { body: { subsite_id: 2, ...texts, ends_at: null } });
  expect(announced.status, announced.raw.toString()).toBe(200);
  await expect.poll(told).toEqual([1, 1]);
  expect(JSON.stringify(streams.map(({ events }) => events))).not.toContain('tonight');
  const { id } = (await support.call(listAnnouncements)).data!.rows[0]!;
  expect((await support.call(endAnnouncement, { params: { id } })).status).toBe(200);
  await expect.poll(told).toEqual([2, 2]);
  const back = await openStream(seeing!, String(Date.now() - 60_000));
  await back.next(({ kind }) => kind === 'announcement');
  for (const stream of [...streams, back]) stream.close();
});
