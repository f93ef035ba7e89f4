import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { call } from '../call.ts';
import type { ApiRequest, Send } from '../send.ts';
import { fakeSend } from '../testing.tsx';
import { forgetOffline } from './forget.ts';
import { FROM_SERVER, isKept, keptPart, nameOf } from './kept-answers.ts';
import { mustForget } from './must-forget.ts';
import { createOfflineSend } from './offline-send.ts';
import { forgetReach, reach } from './reach.ts';
import { ANSWERS_MAX, ANSWERS_MAX_MS, eraseOffline, openOfflineStore } from './store.ts';
import { memoryRows, testBox } from './testing.ts';

const NOW = Date.UTC(2026, 10, 25, 13, 20);
const TODAY = '2026-11-25';
const box = await testBox();
const open = (rows = memoryRows(), memberId = 7, nowMs = NOW) => openOfflineStore({ rows, box, memberId, nowMs });
const nothingKnown = () => {
  throw new ApiError(0, 'NetworkError');
};

beforeEach(forgetReach);

/** A server that can be taken away, with the store between. */
async function start() {
  const rows = memoryRows();
  const store = await open(rows);
  let isAway = false;
  let nowMs = NOW;
  const server = fakeSend({
    'units.list': () => (isAway ? nothingKnown() : { units: [{ name: 'Skåpbil 7' } as never] }),
    'alarms.open': () => (isAway ? nothingKnown() : { new_count: 0, open_count: 0, newest: null, units: [] }),
    'tracking.positions': () => (isAway ? nothingKnown() : Uint8Array.from([1, 2, 250])),
  });
  const send = createOfflineSend({
    send: server,
    store: async () => store,
    memberId: 7,
    now: () => nowMs,
    today: () => TODAY,
  });
  return {
    rows,
    store,
    send,
    goAway: () => (isAway = true),
    comeBack: () => (isAway = false),
    wait: (ms: number) => (nowMs += ms),
  };
}
/** Until so many answers are kept. */
const untilKept = (rows: ReturnType<typeof memoryRows>, count: number) => expect.poll(() => rows.lying.size).toBe(count);

test('NFR-006: what was read is read again without a network, packed bytes too, and since when is known', async () => {
  const { send, goAway, comeBack, wait, rows } = await start();
  await call(send, 'units.list', {});
  await send({ id: 'tracking.positions', query: {} });
  await untilKept(rows, 2);
  wait(60_000);
  goAway();
  expect((await call(send, 'units.list', {})).units).toEqual([{ name: 'Skåpbil 7' }]);
  const packed = await send({ id: 'tracking.positions', query: {} });
  expect(packed.headers.get('Content-Type')).toBe('application/octet-stream');
  expect([...new Uint8Array(await packed.response!.arrayBuffer())]).toEqual([1, 2, 250]);
  expect(reach()).toEqual({ isReached: false, sinceMs: NOW });
  comeBack();
  await call(send, 'units.list', {});
  expect(reach().isReached).toBe(true);
});

test('NFR-006, SEC-005: a call that is not on the short list is not kept and fails as ever', async () => {
  const { send, goAway, rows } = await start();
  await call(send, 'alarms.open', {});
  await call(send, 'units.list', {});
  await untilKept(rows, 1);
  goAway();
  await expect(call(send, 'alarms.open', {})).rejects.toMatchObject({ status: 0 });
});

test('NFR-006: a page that is opened without a network says when it was kept', async () => {
  const { send, rows } = await start();
  await call(send, 'units.list', {});
  await untilKept(rows, 1);
  forgetReach();
  const store = await open(rows, 7, NOW + 3_600_000);
  const away: Send = () => Promise.reject(new ApiError(0, 'NetworkError'));
  const later = createOfflineSend({
    send: away,
    store: async () => store,
    memberId: 7,
    now: () => NOW + 3_600_000,
    today: () => TODAY,
  });
  expect((await call(later, 'units.list', {})).units).toHaveLength(1);
  expect(reach()).toEqual({ isReached: false, sinceMs: NOW });
});

test('NFR-006, SEC-005: nothing of what is kept can be read without the key, neither what was asked nor what was answered', async () => {
  const rows = memoryRows();
  const store = await open(rows);
  await store.keep('trips.generate of November', 'Hornsgatan 84', NOW);
  await store.keepUnsent('Kundbesök', NOW);
  expect(rows.lying.size).toBe(2);
  expect(JSON.stringify([...rows.lying.values()])).not.toMatch(/Hornsgatan|Kundbesök|November|trips/);
  const other = await openOfflineStore({ rows, box: await testBox(), memberId: 7, nowMs: NOW });
  expect(await other.find('trips.generate of November')).toBeNull();
});

test('NFR-006: another member on the same telephone finds nothing, and nothing of the one before is left', async () => {
  const rows = memoryRows();
  const anna = await open(rows, 7);
  await anna.keep('page', 'Anna drove', NOW);
  await anna.keepUnsent('Annas purpose', NOW);
  const bo = await open(rows, 8);
  expect(await bo.find('page')).toBeNull();
  expect(await bo.findUnsent()).toBeNull();
  expect(rows.lying.size).toBe(0);
});

test('NFR-006: signing out erases all; a session that ends by itself leaves what waits to be sent to whom it belongs', async () => {
  const rows = memoryRows();
  const store = await open(rows);
  await store.keep('page', 'text', NOW);
  await store.keepUnsent('a purpose', NOW);
  store.close();
  await eraseOffline(rows, false);
  expect(await (await open(rows)).findUnsent()).toBe('a purpose');
  expect(await (await open(rows)).find('page')).toBeNull();
  await eraseOffline(rows, true);
  expect(rows.lying.size).toBe(0);
});

test('NFR-006: what somebody left unsent and gave up at signing out is gone, also where nothing could be erased then', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  const rows = memoryRows();
  const leave = async () => {
    const store = await open(rows);
    await store.keepUnsent('a purpose', NOW);
    store.close();
  };
  await leave();
  await forgetOffline(async () => rows);
  expect(rows.lying.size).toBe(1);
  mustForget.write(true);
  await forgetOffline(async () => rows);
  expect(rows.lying.size).toBe(0);
  // Once: who signs in afterwards keeps what they leave.
  await leave();
  await forgetOffline(async () => rows);
  expect(rows.lying.size).toBe(1);
  vi.unstubAllGlobals();
});

test('NFR-006: what is on its way when somebody signs out is not kept', async () => {
  const rows = memoryRows();
  const store = await open(rows);
  const keeping = store.keep('page', 'text', NOW);
  store.close();
  await keeping;
  await store.keepUnsent('text', NOW);
  expect(rows.lying.size).toBe(0);
});

test('NFR-006: the store stays small and forgets what is older than a month', async () => {
  const rows = memoryRows();
  const store = await open(rows);
  for (let i = 0; i < ANSWERS_MAX + 5; i += 1) await store.keep(`page ${i}`, 'text', NOW + i);
  expect(rows.lying.size).toBe(ANSWERS_MAX);
  expect(await store.find('page 4')).toBeNull();
  expect(await store.find('page 5')).not.toBeNull();
  await open(rows, 7, NOW + ANSWERS_MAX_MS + ANSWERS_MAX * 10);
  expect(rows.lying.size).toBe(0);
});

test('NFR-006: of the log the last month is kept and no older one', () => {
  const log = (from: string): ApiRequest => ({ id: 'trips.generate', body: { from, to: TODAY } });
  expect(isKept(log('2026-11-01'), TODAY)).toBe(true);
  expect(isKept(log('2026-10-01'), TODAY)).toBe(true);
  expect(isKept(log('2026-09-01'), TODAY)).toBe(false);
  expect(isKept({ ...log('2026-11-01'), headers: FROM_SERVER }, TODAY)).toBe(false);
});

test('NFR-006: a call is known again in whatever order it was written, and by nothing less than all of it', () => {
  const name = (body: unknown) => nameOf({ id: 'trips.generate', body });
  expect(name({ from: 'a', to: 'b', page: undefined })).toBe(name({ to: 'b', from: 'a' }));
  expect(name({ from: 'a', to: 'b' })).not.toBe(name({ from: 'a', to: 'c' }));
});

test("NFR-006: of other people's bookings only when a vehicle is taken is kept", () => {
  const item = (booked_by: number) => ({
    booked_by,
    driver_id: booked_by,
    purpose: 'Läkare',
    booked_by_name: 'Bo',
    driver_name: 'Bo',
    start_time: '08:00:00',
  });
  const kept = keptPart('bookings.week', { BookingSchedules: [{ Schedule: [item(7), item(8)] }] }, 7);
  expect(kept).toMatchObject({
    BookingSchedules: [{ Schedule: [item(7), { start_time: '08:00:00', purpose: null, booked_by_name: '', driver_name: '' }] }],
  });
});
