import type { ServerResponse } from 'node:http';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { HEARTBEAT_S, LIVE_EVENT_KEPT_S } from '@spora/contract/limits';
import { AppError } from '../app-error.ts';
import { type AccountId, type MemberActor, setAccount } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { createFeed, type Feed } from './feed.ts';
import { type Audience, createViewer, encodeEvent, type Frame, type Viewer } from './viewer.ts';
import { eventIdAt, type Live, LIVE_KINDS, type LiveMessage, type LiveState } from './hub.ts';
import { metrics } from '../observing/metrics.ts';
import { memberOfSession } from '../http/session-gate.ts';

export interface LiveHubDeps {
  readonly live: Live;
  /** As `spora_api`. */
  readonly db: Kysely<Db>;
  readonly log: Logger;
  readonly now: () => Date;
  /** The newest state of units; the account is in force on `db`. */
  readonly readLiveState: (db: Kysely<Db>, accountId: AccountId, unitIds: readonly number[], now: Date) => Promise<LiveState>;
  /** Units that moved or were heard of from then on; the account is in force on `db`. */
  readonly movedSince: (db: Kysely<Db>, accountId: AccountId, from: Date) => Promise<readonly number[]>;
  /** The units that the actor may see, null for all of the account; the account is in force on `db`. */
  readonly visibleUnitIds: (viewer: { db: Kysely<Db>; actor: MemberActor }) => Promise<number[] | null>;
  readonly heartbeatMs?: number;
}

export interface OpenOptions {
  readonly tokenHash: Buffer;
  readonly lastEventId: string | undefined;
}

export interface LiveHub {
  /** Prepares one viewer's stream; the answer takes the response over. Throws TooManyRequests beyond a member's share. */
  open(actor: MemberActor, options: OpenOptions): Promise<(response: ServerResponse) => void>;
  readonly viewerCount: number;
  stop(): Promise<void>;
}

const MAX_STREAMS_PER_MEMBER = 20;
/** Events are read again from this long before the id that a reader continues from: they commit a little after their time. */
const OVERLAP_MS = 10_000;
const SESSION_CHECK_MS = 60_000;
const STALLED_MS = 60_000;

const open = new Gauge({ name: 'spora_live_streams', help: 'Open live streams', registers: [metrics] });

/**
 * The live streams of this process. Every change of every account is heard by one listener; an account that nobody looks at
 * costs nothing. A viewer's session and rights are checked again whenever they change and every minute.
 */
export async function startLiveHub(deps: LiveHubDeps): Promise<LiveHub> {
  const { db, log, now } = deps;
  const feeds = new Map<AccountId, Feed>();
  const viewers = new Set<Viewer>();
  const eventId = (): string => eventIdAt(now());
  const nowMs = (): number => performance.now();
  /** Counts every change of rights and sessions, so that a stream that opens meanwhile is checked again. */
  let accessVersion = 0;

  const feedOf = (accountId: AccountId): Feed => {
    let feed = feeds.get(accountId);
    if (!feed) {
      feed = createFeed(accountId, {
        nowMs,
        eventId,
        fetchUnits: (account, unitIds) => inAccount(db, account, (tx) => deps.readLiveState(tx, account, unitIds, now())),
        onError: (error) => log.error({ err: error }, 'live units could not be read'),
      });
      feeds.set(accountId, feed);
    }
    return feed;
  };

  /** Since then what is announced may have changed without a word to those who are not connected. */
  let announcedAtMs = now().getTime();
  const announcement = (): Frame => ({
    bytes: encodeEvent(eventId(), { kind: 'announcement' }),
    kind: 'announcement',
    units: [],
  });

  function hear(message: LiveMessage): void {
    if (message.announcement) {
      announcedAtMs = now().getTime();
      const frames = [announcement()];
      for (const viewer of viewers) viewer.send(frames);
    }
    if (message.access) accessVersion += 1;
    const feed = feeds.get(message.account as AccountId);
    if (!feed) return;
    for (const kind of LIVE_KINDS) feed.changed(kind, message[kind] ?? []);
    if (message.access) void recheck([...viewers].filter((viewer) => viewer.actor.accountId === feed.accountId));
  }

  /** Ends the streams of ended sessions and moves the others to what they may see now. */
  async function recheck(chosen: readonly Viewer[]): Promise<void> {
    for (const viewer of chosen) {
      try {
        viewer.checkedAtMs = nowMs();
        const actor = await memberOfSession(db, viewer.tokenHash, now());
        if (!actor?.mayUseMap) {
          viewer.close();
          continue;
        }
        viewer.actor = actor;
        const audience = await audienceOf(actor);
        if (audience.key === viewer.audience.key || !viewers.has(viewer)) continue;
        leave(viewer);
        viewer.audience = audience;
        join(viewer);
        viewer.reload(eventId());
      } catch (error) {
        log.error({ err: error }, 'a live viewer could not be checked');
      }
    }
  }

  async function audienceOf(actor: MemberActor): Promise<Audience> {
    const ids = await inAccount(db, actor.accountId, (tx) => deps.visibleUnitIds({ db: tx, actor }));
    return { key: ids?.join(',') ?? 'all', unitIds: ids && new Set(ids), viewers: new Set() };
  }

  function join(viewer: Viewer): void {
    const { audiences } = feedOf(viewer.actor.accountId);
    const known = audiences.get(viewer.audience.key);
    if (known) viewer.audience = known;
    else audiences.set(viewer.audience.key, viewer.audience);
    viewer.audience.viewers.add(viewer);
  }

  function leave(viewer: Viewer): void {
    const feed = feeds.get(viewer.actor.accountId);
    viewer.audience.viewers.delete(viewer);
    if (!feed || viewer.audience.viewers.size > 0) return;
    feed.audiences.delete(viewer.audience.key);
    if (feed.audiences.size > 0) return;
    feed.stop();
    feeds.delete(feed.accountId);
  }

  const listening = deps.live.listen({
    onMessage: hear,
    onBegun: () => {
      announcedAtMs = now().getTime();
      for (const viewer of viewers) viewer.reload(eventId());
    },
  });
  await listening.begun;

  const heartbeat = setInterval(
    () => {
      const frames = [{ bytes: encodeEvent(eventId(), { kind: 'heartbeat' }), kind: 'heartbeat' as const, units: [] }];
      for (const viewer of viewers) {
        if (viewer.blockedSinceMs === undefined) viewer.send(frames);
        else if (nowMs() - viewer.blockedSinceMs > STALLED_MS) viewer.close();
      }
      void recheck([...viewers].filter((viewer) => nowMs() - viewer.checkedAtMs > SESSION_CHECK_MS));
    },
    deps.heartbeatMs ?? HEARTBEAT_S * 1000,
  );

  return {
    get viewerCount() {
      return viewers.size;
    },
    async open(actor, { tokenHash, lastEventId }) {
      const ofMember = [...viewers].filter((viewer) => viewer.actor.memberId === actor.memberId).length;
      if (ofMember >= MAX_STREAMS_PER_MEMBER) throw new AppError('TooManyRequests');
      const versionBefore = accessVersion;
      const audience = await audienceOf(actor);
      return (response) => {
        response.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // nginx gathers an answer before it passes it on, unless told not to.
          'x-accel-buffering': 'no',
        });
        response.write(': open\n\n');
        const viewer = createViewer(response, {
          actor,
          tokenHash,
          audience,
          nowMs,
          onDrain: (drained) => feeds.get(drained.actor.accountId)?.wake(),
        });
        viewers.add(viewer);
        open.set(viewers.size);
        join(viewer);
        response.on('close', () => {
          viewers.delete(viewer);
          open.set(viewers.size);
          leave(viewer);
        });
        if (accessVersion !== versionBefore) void recheck([viewer]);
        if (lastEventId !== undefined) void resume(viewer, lastEventId);
      };
    },
    async stop() {
      clearInterval(heartbeat);
      await listening.stop();
      for (const viewer of viewers) viewer.close();
      for (const feed of feeds.values()) feed.stop();
    },
  };

  /** What changed since the reader's last event; a gap of more than five minutes is a full load. */
  async function resume(viewer: Viewer, lastEventId: string): Promise<void> {
    const since = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
    const oldest = now().getTime() - LIVE_EVENT_KEPT_S * 1000 + OVERLAP_MS;
    if (since < oldest) return viewer.reload(eventId());
    if (since - OVERLAP_MS < announcedAtMs) viewer.send([announcement()]);
    try {
      const { accountId } = viewer.actor;
      const from = new Date(since - OVERLAP_MS);
      const missed = await inAccount(db, accountId, async (tx) => [
        ...(await deps.live.since(tx, accountId, from)),
        ...(await deps.movedSince(tx, accountId, from)).map((unitId) => ({ kind: 'position' as const, unitId })),
      ]);
      const mine = missed.filter(({ unitId }) => viewer.audience.unitIds?.has(unitId) ?? true);
      for (const { kind, unitId } of mine) viewer.postpone(kind, [unitId]);
      feeds.get(accountId)?.wake();
    } catch (error) {
      log.error({ err: error }, 'a live stream could not be continued');
      viewer.reload(eventId());
    }
  }
}

const inAccount = <T>(db: Kysely<Db>, accountId: AccountId, work: (tx: Kysely<Db>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await setAccount(tx, accountId);
      return work(tx);
    });
