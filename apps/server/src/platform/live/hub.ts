import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import type { AccountId } from '../account-id.ts';
import type { Db } from '../database/db.generated.ts';
import { wakeStatement } from '../wake/postgres-wake.ts';
import { type Channel, jsonOf, type Listener, type Listening, type Wake } from '../wake/wake.ts';

/** 600 ids of ten digits stay below what a message may hold. */
const UNITS_PER_MESSAGE = 600;

/**
 * What may change of a unit, as kept in `live_event`. alarm: of a unit in private use only its driver is told. override: an alarm that
 * overrides private use (MAP-032), told to all who see the unit. To the browser both are an `alarm`. command, mode, sensor: as an alarm, since
 * trackers answer and sensors are heard when the unit is up. booking: what people say, told to all who see the unit.
 */
export const LIVE_KINDS = ['position', 'trip', 'alarm', 'override', 'booking', 'command', 'mode', 'sensor'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** A record of each kind's own. */
export const byKind = <T>(of: (kind: LiveKind) => T): Record<LiveKind, T> =>
  Object.fromEntries(LIVE_KINDS.map((kind) => [kind, of(kind)])) as Record<LiveKind, T>;

/** Sets of units by what changed of them, still empty. */
export const noUnits = (): Record<LiveKind, Set<number>> => byKind(() => new Set<number>());

const liveMessage = z.object({
  /** Null: all accounts, of what is no account's. */
  account: z.number().int().nullable(),
  ...byKind(() => z.array(z.number().int()).optional()),
  access: z.boolean().optional(),
  announcement: z.boolean().optional(),
});
/** Units of which something changed, or what somebody may see, or what is announced changed. */
export type LiveMessage = z.output<typeof liveMessage>;
/** The database's own triggers tell here of changed rights (migration 0001). */
export const LIVE_CHANNEL: Channel<LiveMessage> = { name: 'spora_live', payload: jsonOf(liveMessage) };

export interface Announcement {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly kind: LiveKind;
  /**
   * Not kept for whoever was away for a moment: the unit's own row says when it changed (`movedSince`), or it came by itself from a
   * tracker, and told later it would say that it came while the unit was in private use.
   */
  readonly isPassing?: boolean;
}

/** The newest state of units as all who may see them are sent it, and what single members may see beyond that. */
export interface LiveState {
  readonly units: readonly LiveUnit[];
  readonly own: readonly { readonly memberId: number; readonly unit: LiveUnit }[];
  /** Units of whose changes only those are told who see more of them than all: when they change would tell what they do. */
  readonly silent?: readonly number[];
}

/** What of a unit has changed, as told to open screens. */
export interface Changed {
  readonly unitId: number;
  readonly kind: LiveKind;
}

/** What is told to open screens, wherever they are connected. It carries no data: each viewer is sent the state as it is then. */
export interface Live {
  /**
   * Tells every screen that looks at the account that something of a unit has changed. To be called inside the transaction that
   * changes it: nobody hears of what is rolled back, and who hears reads what is committed.
   */
  announce(db: Kysely<Db>, announcements: readonly Announcement[]): Promise<void>;
  /** Hears of every account. */
  listen(listener: Listener<LiveMessage>): Listening;
  /**
   * What was announced of an account from then on, but for what is passing; of what is long ago nothing is kept. The account is in force
   * on `db`.
   */
  since(db: Kysely<Db>, accountId: AccountId, from: Date): Promise<readonly Changed[]>;
}

/** Announcements as rows that the database keeps for a few minutes, and wake-ups that say which. */
export const createDatabaseLive = (wake: Wake): Live => ({
  announce: announceAll,
  listen: (listener) => wake.listen(LIVE_CHANNEL, listener),
  since: async (db, accountId, from) => {
    const { rows } = await sql<Changed>`SELECT DISTINCT unit_id AS "unitId", kind FROM live_event
      WHERE account_id = ${accountId} AND at >= ${from}`.execute(db);
    return rows;
  },
});

/** What `announce` of the port does in this database, in two statements at most. */
export async function announceAll(db: Kysely<Db>, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const kept = announcements.filter(({ isPassing }) => !isPassing);
  if (kept.length > 0)
    await sql`INSERT INTO live_event (account_id, unit_id, kind, at)
      SELECT account_id, unit_id, kind, clock_timestamp()
      FROM unnest(${kept.map((a) => a.accountId)}::bigint[], ${kept.map((a) => a.unitId)}::bigint[],
        ${kept.map((a) => a.kind)}::text[]) AS e (account_id, unit_id, kind)`.execute(db);
  await wakeStatement(
    LIVE_CHANNEL,
    messagesOf(announcements).map((message) => JSON.stringify(message)),
  ).execute(db);
}

/** DEC-61: tells every screen that what support announces changed, in the transaction that changes it. */
export async function announceToEverybody(db: Kysely<Db>): Promise<void> {
  const message: LiveMessage = { account: null, announcement: true };
  await wakeStatement(LIVE_CHANNEL, [JSON.stringify(message)]).execute(db);
}

/** Few messages for many announcements: by account, each unit once. */
export function messagesOf(announcements: readonly Announcement[]): LiveMessage[] {
  const changed = new Map<string, { account: number; kind: LiveKind; units: Set<number> }>();
  for (const { accountId, unitId, kind } of announcements) {
    const key = `${accountId} ${kind}`;
    let entry = changed.get(key);
    if (!entry) changed.set(key, (entry = { account: accountId, kind, units: new Set() }));
    entry.units.add(unitId);
  }
  return [...changed.values()].flatMap(({ account, kind, units }) =>
    inChunks([...units], UNITS_PER_MESSAGE).map((chunk) => ({ account, [kind]: chunk })),
  );
}

/** The list in pieces of at most `size`. */
export function inChunks<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < list.length; i += size) chunks.push(list.slice(i, i + size));
  return chunks;
}

/**
 * The event id of an instant. It is a time and not a sequence number: events commit out of the order of their numbers, and
 * an account that was quiet for five minutes has no row left to compare a number with. A reader continues a little before it.
 */
export const eventIdAt = (now: Date): string => String(now.getTime());
