import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { noteKnown } from './known-callers.ts';
import type { Count } from './attempt-limits.ts';

/** An attempt that is being judged: how many failures there are with it, and how to take it back when it succeeds. */
export interface Attempt {
  readonly failures: number;
  readonly key: Buffer;
  readonly rowIds: readonly number[];
}

/** Counts this attempt before it is judged; or answers until when the caller is blocked. */
export async function begin(db: Kysely<Db>, { counters, spanS }: Count, now: Date): Promise<Attempt | { blockedUntil: Date }> {
  const { rows } = await sql<{ failures: number | null; rows_added: string | null; blocked_until: Date | null }>`
    SELECT failures, array_to_json(rows_added)::text AS rows_added, blocked_until FROM begin_attempt(
      ${counters.map(({ key }) => key)}::bytea[], ${counters.map(({ max }) => max)}::integer[], ${now}, make_interval(secs => ${spanS}))`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('An attempt was not counted.');
  if (row.blocked_until) return { blockedUntil: row.blocked_until };
  return { failures: row.failures ?? 0, key: counters[0].key, rowIds: JSON.parse(row.rows_added ?? '[]') as number[] };
}

/** The attempt succeeded: its own count begins anew, the wider ones lose this attempt only. */
export async function takeBack(db: Kysely<Db>, { key, rowIds }: Pick<Attempt, 'key' | 'rowIds'>): Promise<void> {
  await sql`SELECT take_back_attempt(${key}, ${[...rowIds]}::bigint[])`.execute(db);
}

/** What `judge` answers; when it breaks down nothing was judged, so the attempt does not count. */
export async function judged(db: Kysely<Db>, { rowIds }: Attempt, judge: () => Promise<boolean>): Promise<boolean> {
  try {
    return await judge();
  } catch (error) {
    await takeBack(db, { key: Buffer.alloc(0), rowIds });
    throw error;
  }
}

export const forget = (db: Kysely<Db>, { counters }: Count): Promise<void> => takeBack(db, { key: counters[0].key, rowIds: [] });

/** Until when the first counter is full; null while it is open. */
export async function blockedUntil(db: Kysely<Db>, { counters, spanS }: Count, now: Date): Promise<Date | null> {
  const [{ key, max }] = counters;
  const { rows } = await sql<{ until: Date | null }>`
    SELECT attempts_blocked_until(${key}, ${now}, ${max}, make_interval(secs => ${spanS})) AS until`.execute(db);
  return rows[0]?.until ?? null;
}

/** From here on, strangers' failures with the name do not stop this name from this address. */
export async function rememberKnown(db: Kysely<Db>, key: Buffer, now: Date): Promise<void> {
  await sql`SELECT remember_known_key(${key}, ${now})`.execute(db);
  noteKnown(key);
}
