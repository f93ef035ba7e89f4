import type { SensorSettings } from '@spora/contract/sensors/endpoints';
import { kindOfMac } from '@spora/contract/sensors/rules';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** ERR-011: a MAC address belongs to one account at a time, and the index alone judges it. */
export async function insertSensor(
  db: Kysely<Db>,
  accountId: AccountId,
  { mac, name }: { readonly mac: string; readonly name: string },
  at: Date,
): Promise<number> {
  try {
    const { id } = await db
      .insertInto('sensor')
      .values({ account_id: accountId, mac, name, kind: kindOfMac(mac), created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violates(error, 'sensor_mac_once')) throw new AppError('SensorMacInUse', { cause: error });
    throw error;
  }
}

export const changeSensor = (db: Kysely<Db>, accountId: AccountId, id: number, change: { name?: string; removed_at?: Date }) =>
  db.updateTable('sensor').set(change).where('account_id', '=', accountId).where('id', '=', id).execute();

/** Held until the transaction ends, so that two who change it do so one after the other. */
export const holdSensor = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('sensor').where('account_id', '=', accountId).where('id', '=', id).select('id').forUpdate().execute();

/** From `at` on; of one moment the last counts. */
export async function saveSettings(
  db: Kysely<Db>,
  accountId: AccountId,
  sensorId: number,
  settings: SensorSettings,
  at: Date,
): Promise<void> {
  const stored = JSON.stringify(settings);
  await db
    .insertInto('sensor_setting')
    .values({ account_id: accountId, sensor_id: sensorId, valid_from: at, settings: stored })
    .onConflict((conflict) => conflict.columns(['sensor_id', 'valid_from']).doUpdateSet({ settings: stored }))
    .execute();
}

interface NewPairing {
  readonly unitId: number;
  readonly sensorId: number;
  readonly slot: number;
}

/** BLE-004, BLE-006: of two racing requests one wins, and the other is told why. */
export async function insertPairing(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitId, sensorId, slot }: NewPairing,
  at: Date,
): Promise<void> {
  try {
    await db
      .insertInto('sensor_pairing')
      .values({ account_id: accountId, unit_id: unitId, sensor_id: sensorId, slot, requested_at: at })
      .execute();
  } catch (error) {
    if (violates(error, 'sensor_pairing_one_unit')) throw new AppError('SensorPairedElsewhere', { cause: error });
    if (violates(error, 'sensor_pairing_one_place')) throw new AppError('SensorSlotsTaken', { cause: error });
    throw error;
  }
}

/** Ends what pairs a unit with a sensor, or with all its sensors. */
export async function endPairings(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitId, sensorId }: { readonly unitId: number; readonly sensorId?: number },
  at: Date,
): Promise<void> {
  await db
    .updateTable('sensor_pairing')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .$if(sensorId !== undefined, (some) => some.where('sensor_id', '=', sensorId ?? 0))
    .execute();
}

/** What a unit's tracker is to listen to, by its places. */
export const macsOf = (db: Kysely<Db>, accountId: AccountId, unitId: number) =>
  db
    .selectFrom('sensor_pairing as p')
    .innerJoin('sensor as s', 's.id', 'p.sensor_id')
    .where('p.account_id', '=', accountId)
    .where('p.unit_id', '=', unitId)
    .where('p.ended_at', 'is', null)
    .select(['p.slot', 's.mac'])
    .orderBy('p.slot')
    .execute();

/** The sensors of a unit, pending ones too, with their places. */
export const openPairings = (db: Kysely<Db>, accountId: AccountId, unitId: number) =>
  db
    .selectFrom('sensor_pairing as p')
    .innerJoin('sensor as s', 's.id', 'p.sensor_id')
    .where('p.account_id', '=', accountId)
    .where('p.unit_id', '=', unitId)
    .where('p.ended_at', 'is', null)
    .select(['p.sensor_id', 'p.slot', 's.name'])
    .orderBy('p.slot')
    .execute();

/** Says which order tells the tracker of a unit about its Bluetooth, and of the sensors that it does not know yet. */
export async function saveOrder(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitId, isOn, commandId, at }: { unitId: number; isOn: boolean; commandId: number | null; at: Date },
): Promise<void> {
  const change = { is_on: isOn, command_id: commandId, changed_at: at };
  await db
    .insertInto('unit_bluetooth')
    .values({ account_id: accountId, unit_id: unitId, ...change })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(change))
    .execute();
  await db
    .updateTable('sensor_pairing')
    .set({ command_id: commandId })
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('ended_at', 'is', null)
    .where('paired_at', 'is', null)
    .execute();
}

/** BLE-003: trackers have done what they were told. */
export async function confirmOrders(db: Kysely<Db>, commandIds: readonly number[], at: Date): Promise<void> {
  await sql`UPDATE sensor_pairing SET paired_at = ${at}
    WHERE command_id = ANY (${[...commandIds]}::bigint[]) AND ended_at IS NULL AND paired_at IS NULL`.execute(db);
}

/** Trackers have not done what they were told, or were never told: what waited for it is unpaired again, and Bluetooth is as it was. */
export async function undoOrders(db: Kysely<Db>, commandIds: readonly number[], at: Date): Promise<void> {
  await sql`UPDATE sensor_pairing SET ended_at = ${at}
    WHERE command_id = ANY (${[...commandIds]}::bigint[]) AND ended_at IS NULL AND paired_at IS NULL`.execute(db);
  await sql`UPDATE unit_bluetooth b SET is_on = (c.parameters ->> 'wasOn')::boolean, changed_at = ${at}
    FROM command c WHERE c.id = b.command_id AND c.id = ANY (${[...commandIds]}::bigint[]) AND c.kind = 'sensors'`.execute(db);
}

/** The units whose trackers were told of their sensors by these commands. */
export async function unitsOfOrders(
  db: Kysely<Db>,
  commandIds: readonly number[],
): Promise<{ accountId: AccountId; unitId: number }[]> {
  const { rows } = await sql<{ accountId: AccountId; unitId: number }>`
    SELECT DISTINCT account_id AS "accountId", unit_id AS "unitId" FROM command
    WHERE id = ANY (${[...commandIds]}::bigint[]) AND kind = 'sensors'`.execute(db);
  return rows;
}
