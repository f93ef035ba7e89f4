import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import { answers, type Append, append, type AppendFailure, ensurePartitions, failureOf } from './segments.ts';

/** Where what trackers report is kept: appended before it is acknowledged. */
export interface PositionLog {
  /**
   * All of it or nothing, durable when it resolves. Each tracker's records go on where its former ones ended, without a gap, and who
   * follows the log is woken.
   */
  append(rows: Append): Promise<void>;
  /** Makes room for records of these days. */
  ensureDays(from: Date, to: Date): Promise<void>;
  /** Whether a failed `append` may be tried again, and whose fault it was. */
  failureOf(error: unknown): AppendFailure;
  isReachable(): Promise<boolean>;
}

/** The log in the tables of a database. */
export const createDatabaseLog = (db: Kysely<Db>): PositionLog => ({
  append: (rows) => append(db, rows),
  ensureDays: (from, to) => ensurePartitions(db, from, to),
  failureOf,
  isReachable: () => answers(db),
});
