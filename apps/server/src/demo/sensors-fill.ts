import { type Kysely, sql } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import type { DemoAccount, DemoSensor } from './roster.ts';

/** As the sensors' MAC addresses begin; a tag has other characters 6 and 7. The rest is the account and a number. */
const SENSOR_MACS = '7CD9F41';
const TAG_MACS = '7CD9F40';

const settingsOf = ({ high, isDoor = false }: DemoSensor) => ({
  temperature_low_c: null,
  temperature_high_c: high ?? null,
  humidity_low_pct: null,
  humidity_high_pct: null,
  outside_min: 20,
  door_alarm: isDoor,
  door_delay_min: 30,
  magnet_means: 'closed',
  realarm_hours: null,
});

/** Pairs the units of an account with their Bluetooth sensors, as the owner and before their first record: what they measured is theirs. */
export async function insertSensors(owner: Kysely<Db>, accountId: number, { units }: DemoAccount, from: Date): Promise<void> {
  const all = units.flatMap(({ name: unit, sensors = [] }) =>
    sensors.map((sensor, index) => ({ unit, sensor, slot: index + 1 })),
  );
  for (const [index, { unit, sensor, slot }] of all.entries()) {
    const isTag = sensor.high === undefined;
    const mac = `${isTag ? TAG_MACS : SENSOR_MACS}${String(accountId * 100 + index).padStart(5, '0')}`;
    const { id } = await owner
      .insertInto('sensor')
      .values({ account_id: accountId, mac, name: sensor.name, kind: isTag ? 'tag' : 'sensor', created_at: from })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('sensor_setting')
      .values({ account_id: accountId, sensor_id: id, valid_from: from, settings: JSON.stringify(settingsOf(sensor)) })
      .execute();
    await sql`INSERT INTO sensor_pairing (account_id, unit_id, sensor_id, slot, requested_at, paired_at)
      SELECT ${accountId}, id, ${id}, ${slot}, ${from}, ${from} FROM unit WHERE account_id = ${accountId} AND name = ${unit}`.execute(
      owner,
    );
    await sql`INSERT INTO unit_bluetooth (account_id, unit_id, is_on, changed_at)
      SELECT ${accountId}, id, true, ${from} FROM unit WHERE account_id = ${accountId} AND name = ${unit} ON CONFLICT DO NOTHING`.execute(
      owner,
    );
  }
  for (const { name, mac } of units.flatMap(({ looseTags = [] }) => looseTags))
    await owner.insertInto('sensor').values({ account_id: accountId, mac, name, kind: 'tag', created_at: from }).execute();
}
