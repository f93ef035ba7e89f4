import type { UnitBluetooth } from '@spora/contract/sensors/endpoints';
import { IDLE_DRAW_MA } from '@spora/contract/sensors/rules';
import { findOpen, type ManagedUnit, unitCanOf } from '../../core/fleet/managed-units.ts';
import { isFeatureOn, requireFeature } from '../../core/fleet/unit-features.ts';
import { requireCan } from '../../core/fleet/unit-rights.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { orderSensors, profileOf } from './orders.ts';
import { bluetoothOf } from './read-model.ts';
import * as repository from './repository.ts';
import { shownSensors } from './service.ts';

/** API-108. */
export async function readBluetooth(ctx: MemberCtx, imei: string): Promise<UnitBluetooth> {
  const unit = await findOpen(ctx, imei);
  requireFeature(unit, 'sensors');
  return shown(ctx, unit);
}

async function shown(ctx: MemberCtx, unit: ManagedUnit): Promise<UnitBluetooth> {
  const profile = await profileOf(ctx, unit.id);
  const { isOn, isPending } = await bluetoothOf(ctx, unit.id);
  return {
    imei: unit.imei ?? '',
    name: unit.name,
    is_on: isOn,
    is_pending: isPending,
    profile: profile && { is_confirmed: profile.isConfirmed, source: profile.source },
    sensors: await shownSensors(ctx, { unitId: unit.id }),
    idle_draw_ma: IDLE_DRAW_MA,
    can: { edit: (await unitCanOf(ctx, unit)).edit_all && isFeatureOn(unit, 'sensors') },
  };
}

/** API-108, BLE-005, BLE-018: off unpairs the sensors, which were shown to whoever asks it. */
export async function switchBluetooth(
  ctx: MemberCtx,
  imei: string,
  { isOn, isConfirmed }: { readonly isOn: boolean; readonly isConfirmed: boolean },
): Promise<UnitBluetooth> {
  const { db, actor, now } = ctx;
  const found = await findOpen(ctx, imei);
  requireCan(await unitCanOf(ctx, found), 'edit_all');
  requireFeature(found, 'sensors');
  await lockRow(db, actor.accountId, found.id);
  const before = await bluetoothOf(ctx, found.id);
  if (before.isOn === isOn) return shown(ctx, found);
  if (!isOn) {
    const sensors = await repository.macsOf(db, actor.accountId, found.id);
    if (sensors.length > 0 && !isConfirmed) throw new AppError('BluetoothWillUnpair');
    await repository.endPairings(db, actor.accountId, { unitId: found.id }, now());
  }
  await orderSensors(ctx, found.id, isOn);
  const state = isOn ? 'on' : 'off';
  await insertChanges(db, actor, found.id, now(), [{ field: 'bluetooth', before: before.isOn ? 'on' : 'off', after: state }]);
  await audit(ctx, 'bluetooth-switched', found.name, { state });
  return shown(ctx, found);
}
