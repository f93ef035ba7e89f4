import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { EventOf } from '../../platform/events/events.ts';
import { announceAll } from '../../platform/live/hub.ts';

/** DEC-59: whoever sees the unit of a booking hears that something became of it, and of private driving nothing follows from that. */
export async function announceBookings(
  { ids }: EventOf<'bookings-made' | 'bookings-changed' | 'bookings-deleted'>,
  db: Kysely<Db>,
): Promise<void> {
  const { rows } = await sql<{ account_id: AccountId; unit_id: number }>`
    SELECT DISTINCT account_id, unit_id FROM booking WHERE id = ANY (${ids}::bigint[])`.execute(db);
  await announceAll(
    db,
    rows.map(({ account_id, unit_id }) => ({ accountId: account_id, unitId: unit_id, kind: 'booking' as const })),
  );
}
