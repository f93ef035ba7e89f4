import { allocateLatest, LATEST_FLAGS, type LatestPositions } from '@spora/telemetry/packed-positions';
import { type Kysely, sql } from 'kysely';
import { UNIT_STATES } from '@spora/contract/tracking/endpoints';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { LiveFilter } from './read-model.ts';
import { isWithheldTrip } from '../../core/fleet/private-use.ts';
import { contactExpectedBy, shownState, type StoredState } from '../../core/fleet/shown-state.ts';

const STORED_STATES: readonly StoredState[] = ['moving', 'stopped', 'parked'];
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
/** The small numbers of a unit share one: speed, heading (9 bits), state (2 bits), flags (3 bits). */
const HEADING_AT = 5;
const SPEED_AT = 14;
const SPEED_MAX = 2047;

interface Arrays {
  readonly id: Buffer | null;
  readonly time: Buffer;
  readonly lat: Buffer;
  readonly lon: Buffer;
  readonly small: Buffer;
  readonly since: Buffer;
  readonly contact: Buffer;
  readonly interval: Buffer;
}

/**
 * What moves of the units that have ever reported, in order of id, as the actor may see it. The columns leave the database as
 * arrays in their binary form: a row apiece costs more to read than to find.
 */
export async function latestPositions(
  { db, actor }: { db: Kysely<Db>; actor: MemberActor },
  { unitIds, changedSince }: LiveFilter,
  nowMs: number,
  hidden: ReadonlySet<number>,
): Promise<LatestPositions> {
  const { rows } = await sql<Arrays>`
    SELECT array_send(array_agg(id)) AS id, array_send(array_agg(time)) AS time, array_send(array_agg(lat)) AS lat, array_send(array_agg(lon)) AS lon,
      array_send(array_agg(small)) AS small, array_send(array_agg(since)) AS since, array_send(array_agg(contact)) AS contact,
      array_send(array_agg(report_interval_s)) AS interval
    FROM (
      SELECT u.id, coalesce(l.time, '2000-01-01Z') AS time, coalesce(l.lat_e7, 0) AS lat, coalesce(l.lon_e7, 0) AS lon,
        (least(CASE WHEN u.hides_speed THEN 0 ELSE coalesce(l.speed_kmh, 0) END::int, ${sql.lit(SPEED_MAX)}) << ${sql.lit(SPEED_AT)}) + (coalesce(l.heading_deg, 0)::int << ${sql.lit(HEADING_AT)})
          + CASE l.state WHEN 'moving' THEN 0 WHEN 'stopped' THEN 8 ELSE 16 END
          + CASE l.named ->> 'ignition' WHEN 'true' THEN 3 WHEN 'false' THEN 1 ELSE 0 END
          + CASE WHEN ${isWithheldTrip(actor, 'p')} AND NOT overrides_private_use(u.id) THEN 4 ELSE 0 END AS small,
        coalesce(l.state_since, '2000-01-01Z') AS since, l.last_contact_at AS contact, l.report_interval_s
      FROM unit u JOIN unit_latest l ON l.unit_id = u.id
      LEFT JOIN LATERAL (SELECT p.type, p.driver_member_id FROM trip p WHERE p.unit_id = u.id ORDER BY p.started_at DESC LIMIT 1) p ON true
      WHERE u.account_id = ${actor.accountId} AND u.retired_at IS NULL ${unitIds ? sql`AND u.id = ANY(${unitIds}::bigint[])` : sql``}
        ${changedSince ? sql`AND (l.changed_at >= ${changedSince} OR ${isWithheldTrip(actor, 'p')})` : sql``}
      ORDER BY u.id
    ) latest`.execute(db);
  const [arrays] = rows;
  return arrays?.id ? columnsFrom(arrays, arrays.id, nowMs, hidden) : allocateLatest(0);
}

function columnsFrom(arrays: Arrays, ids: Buffer, nowMs: number, hidden: ReadonlySet<number>): LatestPositions {
  const id = int8Reader(ids);
  const found = allocateLatest(id.n);
  const [time, since, contact] = [int8Reader(arrays.time), int8Reader(arrays.since), int8Reader(arrays.contact)];
  const [lat, lon, small, interval] = [arrays.lat, arrays.lon, arrays.small, arrays.interval].map(int4Reader) as [
    Read,
    Read,
    Read,
    Read,
  ];
  for (let i = 0; i < found.n; i += 1) {
    found.unitId[i] = id.at(i);
    found.timeMs[i] = instantMs(time.at(i));
    found.sinceMs[i] = instantMs(since.at(i));
    found.contactMs[i] = instantMs(contact.at(i));
    found.latE7[i] = lat(i);
    found.lonE7[i] = lon(i);
    found.patienceS[i] = contactExpectedBy(0, interval(i)) / 1000;
    const packed = small(i);
    found.speedKmh[i] = packed >> SPEED_AT;
    found.headingDeg[i] = (packed >> HEADING_AT) & 511;
    found.flags[i] = packed & 7;
    if (hidden.has(found.unitId[i] ?? 0) && (packed & LATEST_FLAGS.private) === 0) found.flags[i] = LATEST_FLAGS.hidden;
    const expectedByMs = (found.contactMs[i] ?? 0) + (found.patienceS[i] ?? 0) * 1000;
    found.state[i] = UNIT_STATES.indexOf(shownState(STORED_STATES[(packed >> 3) & 3] ?? 'parked', expectedByMs, nowMs));
  }
  withholdPlaces(found);
  return found;
}

type Read = (i: number) => number;

const instantMs = (microseconds: number): number => (microseconds === 0 ? 0 : EPOCH_2000_MS + Math.floor(microseconds / 1000));

/** What `array_send` writes of an array without nulls: five words of description, then a word of length before each element. */
const HEAD_WORDS = 5;

function wordsOf(bytes: Buffer): Int32Array {
  const aligned = new Uint8Array(bytes);
  Buffer.from(aligned.buffer).swap32();
  return new Int32Array(aligned.buffer);
}

function int4Reader(bytes: Buffer): Read {
  const words = wordsOf(bytes);
  return (i) => words[HEAD_WORDS + 1 + 2 * i] ?? 0;
}

function int8Reader(bytes: Buffer): { readonly n: number; readonly at: Read } {
  const words = wordsOf(bytes);
  const at = (i: number): number => {
    const first = HEAD_WORDS + 1 + 3 * i;
    return (words[first] ?? 0) * 2 ** 32 + ((words[first + 1] ?? 0) >>> 0);
  };
  return { n: (words.length - HEAD_WORDS) / 3, at };
}

/** MAP-031, MAP-004; and where there is no position nothing of one is left. */
function withholdPlaces(found: LatestPositions): void {
  for (let i = 0; i < found.n; i += 1) {
    const withheld = (found.flags[i] ?? 0) & (LATEST_FLAGS.private | LATEST_FLAGS.hidden);
    if (withheld !== 0) found.flags[i] = withheld;
    if (withheld === 0 && found.timeMs[i] !== 0) continue;
    if (withheld === LATEST_FLAGS.private) {
      // Of private use it is told neither whether the unit is on its way nor when it reported.
      for (const column of [found.sinceMs, found.contactMs, found.patienceS]) column[i] = 0;
      found.state[i] = UNIT_STATES.indexOf('parked');
    }
    for (const column of [found.timeMs, found.latE7, found.lonE7, found.speedKmh, found.headingDeg]) column[i] = 0;
  }
}
