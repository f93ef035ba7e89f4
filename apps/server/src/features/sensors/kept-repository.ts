import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** BLE-016: single readings of before a time go; the newest of each sensor stays, and so do the figures of days. */
export async function forgetReadings(db: Kysely<Db>, before: Date): Promise<void> {
  await sql`DELETE FROM sensor_reading r WHERE r.at < ${before}
    AND EXISTS (SELECT FROM sensor_reading n WHERE n.sensor_id = r.sensor_id AND n.at > r.at)`.execute(db);
}
