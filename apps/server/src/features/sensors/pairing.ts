import type { HandlerInput } from '@spora/contract/endpoint';
import { imei as imeiField } from '@spora/contract/fields';
import type { pairSensor as pairEndpoint, Sensor, unpairSensor as unpairEndpoint } from '@spora/contract/sensors/endpoints';
import { readMac, SENSORS_PER_UNIT } from '@spora/contract/sensors/rules';
import { findOpen, type ManagedUnit } from '../../core/fleet/managed-units.ts';
import { requireFeature } from '../../core/fleet/unit-features.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { orderSensors, profileOf } from './orders.ts';
import { requireMayEditSensors } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { editorOf, getSensor } from './service.ts';

/** ERR-011, ERR-012: what is missing or unreadable is told before what is not there. */
async function subjectsOf(
  ctx: MemberCtx,
  { mac, imei }: { readonly mac?: string | undefined; readonly imei?: string | undefined },
) {
  if (!mac || !imei) throw new AppError('SensorMacOrImeiMissing', { status: 422 });
  const address = readMac(mac);
  if (address === null) throw new AppError('SensorMacInvalid', { status: 422 });
  const number = imeiField.safeParse(imei);
  if (!number.success) throw new AppError('InvalidImei', { status: 422 });
  const sensor = await readModel.sensorByMac(ctx, address);
  if (!sensor) throw new AppError('SensorNotRegistered', { status: 404 });
  return { sensor, imei: number.data };
}

/** Holds the unit's row: its places are counted and given by one request at a time. */
async function held(ctx: MemberCtx, imei: string): Promise<ManagedUnit> {
  const unit = await findOpen(ctx, imei);
  await lockRow(ctx.db, ctx.actor.accountId, unit.id);
  return unit;
}

/** API-109, BLE-003, BLE-004, BLE-006, BLE-009. */
export async function pairSensor(ctx: MemberCtx, { body }: HandlerInput<typeof pairEndpoint>): Promise<Sensor> {
  requireMayEditSensors(await editorOf(ctx));
  const { db, actor, now } = ctx;
  const { sensor, imei } = await subjectsOf(ctx, body);
  const unit = await held(ctx, imei);
  if (unit.retired_at !== null) throw new AppError('SensorCouldNotPair');
  requireFeature(unit, 'sensors');
  if (sensor.unit_id === unit.id) return getSensor(ctx, sensor.id);
  if (sensor.unit_id !== null) throw new AppError('SensorPairedElsewhere');
  if (!(await profileOf(ctx, unit.id))) throw new AppError('CommandNotSupported', { status: 422 });
  const { isOn } = await readModel.bluetoothOf(ctx, unit.id);
  // BLE-008, BLE-013: it draws more, and somebody agreed to that.
  if (!isOn && !body.turn_on) throw new AppError('BluetoothIsOff');
  const taken = new Set((await repository.macsOf(db, actor.accountId, unit.id)).map(({ slot }) => slot));
  const slot = Array.from({ length: SENSORS_PER_UNIT }, (_, i) => i + 1).find((each) => !taken.has(each));
  if (slot === undefined) throw new AppError('SensorSlotsTaken');
  await repository.insertPairing(db, actor.accountId, { unitId: unit.id, sensorId: sensor.id, slot }, now());
  await orderSensors(ctx, unit.id, true);
  await insertChanges(db, actor, unit.id, now(), [{ field: 'sensor', before: '', after: sensor.name }]);
  await audit(ctx, 'sensor-paired', `${sensor.name}, ${unit.name}`);
  return getSensor(ctx, sensor.id);
}

/** API-109, BLE-004. */
export async function unpairSensor(ctx: MemberCtx, { body }: HandlerInput<typeof unpairEndpoint>): Promise<Sensor> {
  requireMayEditSensors(await editorOf(ctx));
  const { db, actor, now } = ctx;
  const { sensor, imei } = await subjectsOf(ctx, body);
  const unit = await held(ctx, imei);
  if (sensor.unit_id === null) return getSensor(ctx, sensor.id);
  if (sensor.unit_id !== unit.id) throw new AppError('SensorPairedElsewhere');
  await repository.endPairings(db, actor.accountId, { unitId: unit.id, sensorId: sensor.id }, now());
  await orderSensors(ctx, unit.id, null);
  await insertChanges(db, actor, unit.id, now(), [{ field: 'sensor', before: sensor.name, after: '' }]);
  await audit(ctx, 'sensor-unpaired', `${sensor.name}, ${unit.name}`);
  return getSensor(ctx, sensor.id);
}
