import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** Who is told of the alarms of a sensor. */
export async function receiverIdsOf(db: Kysely<Db>, accountId: AccountId, sensorId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('alarm_receiver_sensor')
    .where('account_id', '=', accountId)
    .where('sensor_id', '=', sensorId)
    .select('receiver_id')
    .execute();
  return new Set(rows.map(({ receiver_id }) => receiver_id));
}

/** Of which sensors a receiver is told. */
export async function sensorIdsOf(db: Kysely<Db>, accountId: AccountId, receiverId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm_receiver_sensor')
    .where('account_id', '=', accountId)
    .where('receiver_id', '=', receiverId)
    .select('sensor_id')
    .execute();
  return rows.map(({ sensor_id }) => sensor_id);
}

export async function addSensors(
  db: Kysely<Db>,
  accountId: AccountId,
  receiverId: number,
  sensorIds: readonly number[],
): Promise<void> {
  if (sensorIds.length === 0) return;
  await sql`INSERT INTO alarm_receiver_sensor (account_id, receiver_id, sensor_id)
    SELECT ${accountId}, ${receiverId}, id FROM unnest(${int8Array(sensorIds)}::bigint[]) AS s (id) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

export async function removeSensors(
  db: Kysely<Db>,
  accountId: AccountId,
  receiverId: number,
  sensorIds: readonly number[],
): Promise<void> {
  if (sensorIds.length === 0) return;
  await db
    .deleteFrom('alarm_receiver_sensor')
    .where('account_id', '=', accountId)
    .where('receiver_id', '=', receiverId)
    .where('sensor_id', 'in', [...sensorIds])
    .execute();
}
