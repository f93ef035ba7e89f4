import { allocateLatest, LATEST_FLAGS, type LatestPositions } from '@spora/telemetry/packed-positions';
import { type Kysely, sql } from 'kysely';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { type MemberActor, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type LiveFilter, marks } from './read-model.ts';
import { contactExpectedBy, markedState, shownState, type StoredState, type UnitMark } from '../../core/fleet/shown-state.ts';

/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
/** The small numbers of a unit share one: the first letter of its state, whether its use is withheld, heading, speed. */
const WITHHELD_AT = 7;
const HEADING_AT = 8;
const SPEED_AT = 17;
const STORED_STATES: Record<number, StoredState> = Object.fromEntries(
  (['moving', 'stopped', 'parked'] as const).map((state) => [state.charCodeAt(0), state]),
);

/** All units in one piece are text that the program's memory keeps apart, and to clear that away costs more than all the rest. */
const PIECES = 16;

/** Of a unit numbers of eight bytes, in this order. */
const [ID, TIME, CONTACT, PLACE, SMALL, NUMBERS] = [0, 1, 2, 3, 4, 5] as const;

/**
 * What moves of the units that have ever reported, in order of id, as the actor may see it. They leave the database in a few
 * pieces, forty bytes a unit: a row apiece costs more to read than to find. Nothing is joined: of `unit` only those are read that are out
 * of use or hide their speed, and of `trip` none, since `private_use_of` follows the last one (migration 0053).
 */
export async function latestPositions(
  { db, actor }: { db: Kysely<Db>; actor: MemberActor },
  { unitIds, changedSince }: LiveFilter,
  nowMs: number,
  hidden: ReadonlySet<number>,
): Promise<LatestPositions> {
  // Theft mode is asked for where the use is private alone: of all units the question costs five times what the rest does.
  const isWithheld = sql`CASE WHEN l.private_use_of <> ${seesAs(actor)} THEN NOT overrides_private_use(l.unit_id) ELSE false END`;
  const { rows } = await sql<{ units: Buffer }>`
    SELECT string_agg(int8send(l.unit_id) || timestamptz_send(coalesce(l.time, '2000-01-01Z')) || timestamptz_send(l.last_contact_at)
      || int8send((coalesce(l.lat_e7, 0)::bigint << 32) | (coalesce(l.lon_e7, 0)::bigint & 4294967295))
      || int8send((l.report_interval_s::bigint << 32) | (coalesce(l.speed_kmh, 0)::bigint << ${sql.lit(SPEED_AT)})
        | (coalesce(l.heading_deg, 0)::int << ${sql.lit(HEADING_AT)}) | CASE WHEN ${isWithheld} THEN ${sql.lit(1 << WITHHELD_AT)} ELSE 0 END | ascii(l.state)), '') AS units
    FROM unit_latest l WHERE l.account_id = ${actor.accountId} ${unitIds ? sql`AND l.unit_id = ANY(${unitIds}::bigint[])` : sql``}
      ${changedSince ? sql`AND (l.changed_at >= ${changedSince} OR ${isWithheld})` : sql``}
    GROUP BY l.unit_id % ${sql.lit(PIECES)}`.execute(db);
  if (rows.length === 0) return allocateLatest(0);
  return latestOf(readerOf(rows.map((row) => row.units)), { nowMs, hidden, ...(await unitsApart(db, actor)) });
}

interface UnitsApart {
  readonly retired: ReadonlySet<number>;
  readonly hidesSpeed: ReadonlySet<number>;
  readonly marked: ReadonlyMap<number, UnitMark>;
}

/** The few units of the account that are out of use, (UNIT-018) hide their speed, or (MAP-019) have something laid over their state. */
async function unitsApart(db: Kysely<Db>, { accountId }: MemberActor): Promise<UnitsApart> {
  const { rows } = await sql<{ id: number; is: 'retired' | 'without speed' | UnitMark }>`
    SELECT id, CASE WHEN retired_at IS NOT NULL THEN 'retired' ELSE 'without speed' END AS is FROM unit
    WHERE account_id = ${accountId} AND (retired_at IS NOT NULL OR hides_speed)
    UNION ALL SELECT unit_id, mark FROM (${marks(accountId)}) m`.execute(db);
  const retired = new Set<number>();
  const hidesSpeed = new Set<number>();
  const marked = new Map<number, UnitMark>();
  for (const { id, is } of rows)
    if (is === 'retired') retired.add(id);
    else if (is === 'without speed') hidesSpeed.add(id);
    else marked.set(id, is);
  return { retired, hidesSpeed, marked };
}

function latestOf(
  units: Reader,
  { nowMs, hidden, retired, hidesSpeed, marked }: UnitsApart & { nowMs: number; hidden: ReadonlySet<number> },
): LatestPositions {
  const rows = ascending(units, retired);
  const found = allocateLatest(rows.length);
  for (let i = 0; i < found.n; i += 1) {
    const row = rows[i] ?? 0;
    const unitId = units.whole(row, ID);
    const packed = units.low(row, SMALL);
    const withheld = (packed >> WITHHELD_AT) & 1 ? LATEST_FLAGS.private : hidden.has(unitId) ? LATEST_FLAGS.hidden : 0;
    found.unitId[i] = unitId;
    found.flags[i] = withheld;
    if (withheld === LATEST_FLAGS.private) {
      // MAP-031: of private use it is told neither whether the unit is on its way nor when it reported.
      found.state[i] = PARKED;
      continue;
    }
    const contactMs = instantMs(units.whole(row, CONTACT));
    const expectedByMs = contactExpectedBy(contactMs, units.high(row, SMALL));
    found.contactMs[i] = contactMs;
    found.patienceS[i] = (expectedByMs - contactMs) / 1000;
    const state = shownState(STORED_STATES[packed & 127] ?? 'parked', expectedByMs, nowMs);
    found.state[i] = UNIT_STATES.indexOf(markedState(state, marked.get(unitId) ?? null));
    const timeMs = instantMs(units.whole(row, TIME));
    // MAP-004; and where there is no position nothing of one is left.
    if (withheld !== 0 || timeMs === 0) continue;
    found.timeMs[i] = timeMs;
    found.latE7[i] = units.high(row, PLACE);
    found.lonE7[i] = units.low(row, PLACE);
    found.speedKmh[i] = hidesSpeed.has(unitId) ? 0 : packed >>> SPEED_AT;
    found.headingDeg[i] = (packed >> HEADING_AT) & 511;
  }
  return found;
}

const PARKED = UNIT_STATES.indexOf('parked');

const instantMs = (microseconds: number): number => (microseconds === 0 ? 0 : EPOCH_2000_MS + Math.floor(microseconds / 1000));

/** The numbers of each unit, whole or as two of four bytes. */
interface Reader {
  readonly n: number;
  readonly whole: (row: number, number: number) => number;
  readonly high: (row: number, number: number) => number;
  readonly low: (row: number, number: number) => number;
}

function readerOf(pieces: readonly Buffer[]): Reader {
  const aligned = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    aligned.set(piece, at);
    at += piece.length;
  }
  Buffer.from(aligned.buffer).swap32();
  const words = new Int32Array(aligned.buffer);
  const high = (row: number, number: number): number => words[2 * (row * NUMBERS + number)] ?? 0;
  const low = (row: number, number: number): number => words[2 * (row * NUMBERS + number) + 1] ?? 0;
  const whole = (row: number, number: number): number => high(row, number) * 2 ** 32 + (low(row, number) >>> 0);
  return { n: at / (8 * NUMBERS), whole, high, low };
}

/** The rows of units in use in order of id, which is quicker told here than by the database. */
function ascending(units: Reader, retired: ReadonlySet<number>): Uint32Array {
  const keys = new Float64Array(units.n);
  for (let row = 0; row < units.n; row += 1) keys[row] = units.whole(row, ID);
  let rows = Uint32Array.from(keys.keys());
  if (retired.size > 0) rows = rows.filter((row) => !retired.has(keys[row] ?? 0));
  return rows.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}
