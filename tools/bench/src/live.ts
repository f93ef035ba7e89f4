import { hardwareOf } from '@spora/protocols/list';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createProjector } from '@spora/server/core/engine/projector';
import { ensurePartitionsAhead } from '@spora/server/core/log/retention';
import { createAppender } from '@spora/server/core/log/appender';
import { createDatabaseLog } from '@spora/server/core/log/log';
import { movedSince } from '@spora/server/features/tracking/read-model';
import { readLiveState } from '@spora/server/features/tracking/service';
import { visibleUnitIdsUnlessAll } from '@spora/server/core/fleet/visible-units';
import { type AccountId, type MemberActor, setAccount } from '@spora/server/platform/ctx';
import { openDatabase } from '@spora/server/platform/database/database';
import { ENGINE } from '@spora/server/roles/engine';
import type { Db } from '@spora/server/platform/database/db.generated';
import { createDatabaseLive, type LiveState } from '@spora/server/platform/live/hub';
import { createFeed } from '@spora/server/platform/live/feed';
import { type LiveHub, startLiveHub } from '@spora/server/platform/live/hub-server';
import { createViewer } from '@spora/server/platform/live/viewer';
import { createPostgresWake } from '@spora/server/platform/wake/postgres-wake';
import { type Kysely, sql } from 'kysely';
import { type BenchDatabase, benchDatabase, familyCpuMs, numbersOf, openTcp, silentLog } from './gateway-bench.ts';
import { hold } from './measure.ts';
import type { PeerOrder, PeerResult } from './live-peer.ts';

export const title = 'Live: fan-out, memory of a stream, a stalled reader, socket to event';
export const small = ['--units', '500', '--clients', '30', '--seconds', '2', '--rate', '20', '--stalls', '8'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const now = (): Date => new Date();
/** The hub's own bound of streams for one member. */
const STREAMS_PER_MEMBER = 20;
/** Its buffer, and the batch that was under way when it filled. */
const STALLED_MOST_KB = 600;

/** `--units --clients --seconds --rate --stalls`: the rate is updates a second through gateway, projector and hub. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { units: 10_000, clients: 1000, seconds: 15, rate: 100, stalls: 60 };
  const { units, clients, seconds, rate, stalls } = numbersOf(args, options) as typeof options;
  const database = await benchDatabase();
  const api = openDatabase(database.engine.urls.api, { max: 4 });
  try {
    const fleet = await fill(database, units, Math.ceil(clients / STREAMS_PER_MEMBER) + 1);
    const hub = await startLiveHub({
      live: createDatabaseLive(createPostgresWake({ url: database.engine.urls.api, log: silentLog })),
      db: api,
      log: silentLog,
      now,
      readLiveState,
      movedSince,
      visibleUnitIds: visibleUnitIdsUnlessAll,
    });
    const streams = await serve(hub, fleet);
    try {
      const sample = await api.transaction().execute(async (tx) => {
        await setAccount(tx, fleet.accountId);
        return readLiveState(tx, fleet.accountId, fleet.unitIds.slice(0, 500), now());
      });
      await fanOut(fleet.accountId, sample, clients);
      await manyClients(database, fleet, streams, clients);
      await throughEverything(database, fleet, streams, { seconds, rate });
      await stallOne(database, fleet, streams, stalls);
    } finally {
      await hub.stop();
      streams.close();
    }
  } finally {
    await api.destroy();
    await database.close();
  }
}

interface Fleet {
  readonly accountId: AccountId;
  readonly members: readonly number[];
  readonly unitIds: readonly number[];
  readonly imeis: readonly string[];
}

async function fill({ owner }: BenchDatabase, units: number, members: number): Promise<Fleet> {
  const ids = async (query: ReturnType<typeof sql<{ id: number }>>, on: Kysely<Db> = owner) =>
    (await query.execute(on)).rows.map(({ id }) => id);
  const [accountId] = (await ids(sql`INSERT INTO account (name) VALUES ('Bench') RETURNING id`)) as [number];
  const memberIds = await ids(sql`INSERT INTO member (account_id, email, full_name, password_hash, is_admin)
    SELECT ${accountId}, i || '@example.test', 'Bench', '!', true FROM generate_series(1, ${members}::int) i RETURNING id`);
  for (const id of memberIds)
    await sql`SELECT open_session(${id}, ${tokenOf(id)}, true, '', now(), now() + interval '1 day')`.execute(owner);
  const unitIds = await ids(
    sql`INSERT INTO unit (account_id, name) SELECT ${accountId}, 'Unit ' || i FROM generate_series(1, ${units}::int) i RETURNING id`,
  );
  const { rows } = await sql<{ imei: string }>`
    WITH t AS (INSERT INTO tracker (imei, protocol) SELECT '35' || lpad(i::text, 13, '0'), ${hardwareOf().protocol} FROM generate_series(1, ${units}::int) i RETURNING id, imei),
    f AS (INSERT INTO fitting (account_id, unit_id, tracker_id, during)
      SELECT ${accountId}, u.id, t.id, '[2020-01-01,)' FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM unit) u
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM t) t USING (n)),
    l AS (INSERT INTO unit_latest (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, report_interval_s, named)
      SELECT id, ${accountId}, now() - interval '1 day', now() - interval '1 day', 593000000, 180000000, 50, 90, 30, 11, 'moving', 60, '{"ignition": true}' FROM unit)
    SELECT imei FROM t`.execute(owner);
  await sql`ANALYZE`.execute(owner);
  return { accountId: accountId as AccountId, members: memberIds, unitIds, imeis: rows.map(({ imei }) => imei) };
}

const tokenOf = (memberId: number): Buffer => Buffer.alloc(32, `${memberId} `);

interface Streams {
  /** Streams of members in turn, as many as the hub allows each. */
  urls(count: number): string[];
  readonly responses: Set<ServerResponse>;
  close(): void;
}

async function serve(hub: LiveHub, { accountId, members }: Fleet): Promise<Streams> {
  const responses = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const memberId = Number(request.url?.slice(1));
    const actor: MemberActor = {
      kind: 'member',
      accountId,
      memberId,
      sessionId: 1,
      isAdmin: true,
      mayUseMap: true,
      isPrivateClosed: false,
      timeZone: 'UTC',
    };
    responses.add(response);
    response.once('close', () => responses.delete(response));
    void hub.open(actor, { tokenHash: tokenOf(memberId), lastEventId: undefined }).then((take) => take(response));
  });
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: (count) =>
      Array.from({ length: count }, (_, i) => `http://127.0.0.1:${port}/${members[Math.floor(i / STREAMS_PER_MEMBER)] ?? 0}`),
    responses,
    close: () => void server.close().closeAllConnections(),
  };
}

/** The hub's own work, without sockets and database: a delivery is one unit's state given to one viewer's connection. */
async function fanOut(accountId: AccountId, state: LiveState, clients: number): Promise<void> {
  let nowMs = 0;
  const feed = createFeed(accountId, {
    fetchUnits: async () => state,
    nowMs: () => nowMs,
    eventId: () => '1',
    onError: (error) => console.error(error),
  });
  const audience = { key: 'all', unitIds: null, viewers: new Set<ReturnType<typeof createViewer>>() };
  feed.audiences.set('all', audience);
  let bytes = 0;
  let writes = 0;
  const response = {
    write: (piece: Buffer) => {
      bytes += piece.length;
      writes += 1;
      return true;
    },
    on: () => response,
  } as unknown as ServerResponse;
  for (let i = 0; i < clients; i += 1) {
    const actor: MemberActor = {
      kind: 'member',
      accountId,
      memberId: i,
      sessionId: 1,
      isAdmin: true,
      mayUseMap: true,
      isPrivateClosed: false,
      timeZone: 'UTC',
    };
    audience.viewers.add(
      createViewer(response, { actor, tokenHash: Buffer.alloc(32), audience, nowMs: () => nowMs, onDrain: () => {} }),
    );
  }
  const changed = state.units.map(({ id }) => id);
  const before = process.cpuUsage();
  const flushes = 40;
  for (let i = 0; i < flushes; i += 1) {
    nowMs += 1000;
    const expected = writes + clients * Math.ceil(changed.length / 100);
    feed.changed('position', changed);
    while (writes < expected) await sleep(1);
  }
  const { user, system } = process.cpuUsage(before);
  feed.stop();
  const deliveries = flushes * clients * changed.length;
  console.log(
    `fan-out of ${changed.length} changes to ${clients} viewers, without sockets: ${millions(deliveries / ((user + system) / 1e6))} deliveries/s/core, ` +
      `${(bytes / deliveries).toFixed(0)} bytes each   goal 1 M`,
  );
}

/** Real sockets to a process that reads them: what a stream holds, and what deliveries cost with everything below them. */
async function manyClients({ pipeline }: BenchDatabase, fleet: Fleet, streams: Streams, clients: number): Promise<void> {
  const before = await settledMemory();
  const peer = startPeer({ streamUrls: streams.urls(clients), stalled: 0 });
  await once(peer, 'message');
  const after = await settledMemory();
  const perClient = (key: 'rss' | 'heap') => ((after[key] - before[key]) / clients / 1000).toFixed(1);
  console.log(
    `${clients} open streams: ${perClient('rss')} kB each resident, ${perClient('heap')} kB of it on the heap   goal 25 kB`,
  );
  const changed = fleet.unitIds.slice(0, 50);
  const flushes = 8;
  const { user, system } = await cpuOf(async () => {
    for (let i = 0; i < flushes; i += 1) {
      await change(pipeline, fleet, changed);
      await sleep(400);
    }
    while ([...streams.responses].some((response) => response.writableLength > 0)) await sleep(50);
  });
  console.log(
    `  ${flushes} flushes of ${changed.length} changes to each: ${millions((flushes * clients * changed.length) / ((user + system) / 1e6))} ` +
      'deliveries/s/core with sockets and reading the units',
  );
  peer.kill();
  while (streams.responses.size > 0) await sleep(20);
}

async function cpuOf(work: () => Promise<void>): Promise<NodeJS.CpuUsage> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before);
}

const change = (pipeline: Kysely<Db>, { accountId }: Fleet, unitIds: readonly number[]) =>
  sql`SELECT pg_notify('spora_live', ${JSON.stringify({ account: accountId, position: unitIds })})`.execute(pipeline);

/** Two viewers look at the whole fleet while trackers report over real sockets. */
async function throughEverything(
  database: BenchDatabase,
  fleet: Fleet,
  streams: Streams,
  { seconds, rate }: { seconds: number; rate: number },
): Promise<void> {
  const { pipeline, engine } = database;
  await ensurePartitionsAhead({ db: pipeline, now });
  const appender = createAppender({ store: createDatabaseLog(pipeline), log: silentLog, now, maxPositionMonths: 24 });
  const tcp = await openTcp(pipeline, appender);
  const wake = createPostgresWake({ url: engine.urls.pipeline, log: silentLog });
  const projector = createProjector({ engine: ENGINE, db: pipeline, wake, log: silentLog, now });
  const imeis = fleet.imeis.filter((_, i) => i % Math.ceil(fleet.imeis.length / 500) === 0);
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return { own: (user + system) / 1000, database: familyCpuMs(engine.pid) };
  };
  const peer = startPeer({ streamUrls: streams.urls(2), stalled: 0, drive: { port: tcp.port, imeis, perSecond: rate, seconds } });
  await once(peer, 'message');
  const before = cpu();
  const [result] = (await once(peer, 'message')) as [PeerResult];
  const after = cpu();
  const sorted = result.latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  console.log(
    `${fleet.unitIds.length} units, ${rate} updates/s for ${seconds} s: ${sorted.length} of ${result.sent} told apart (the others coalesced), ` +
      `socket to event p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms   goal p95 500 ms`,
  );
  const share = (ms: number) => `${((ms / (seconds * 1000 + 1500)) * 100).toFixed(0)} %`;
  console.log(
    `  of one core: ${share(after.own - before.own)} gateway, projector and hub, ${share(after.database - before.database)} database`,
  );
  peer.kill();
  while (streams.responses.size > 0) await sleep(20);
  await projector.stop();
  await appender.stop(1000);
  await tcp.server.close();
}

/** What waits here for a reader that takes nothing while the fleet changes so many times. */
async function stallOne({ pipeline }: BenchDatabase, fleet: Fleet, streams: Streams, changes: number): Promise<void> {
  const staller = startPeer({ streamUrls: streams.urls(1), stalled: 1 });
  await once(staller, 'message');
  const [stalled] = [...streams.responses];
  let most = 0;
  for (let i = 0; i < changes; i += 1) {
    const first = (i * 500) % fleet.unitIds.length;
    await change(pipeline, fleet, fleet.unitIds.slice(first, first + 500));
    await sleep(260);
    most = Math.max(most, stalled?.writableLength ?? 0);
  }
  hold(`kB that wait for a reader that stalls through ${changes * 500} changes`, Math.round(most / 1000), {
    most: STALLED_MOST_KB,
  });
  staller.kill();
}

const startPeer = (order: PeerOrder): ChildProcess => fork(new URL('live-peer.ts', import.meta.url), [JSON.stringify(order)]);

async function settledMemory(): Promise<{ rss: number; heap: number }> {
  for (let i = 0; i < 3; i += 1) {
    collectGarbage();
    await sleep(150);
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

const millions = (n: number): string => `${(n / 1e6).toFixed(2)} M`;
