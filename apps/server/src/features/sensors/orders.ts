import type { SensorCommands } from '@spora/protocols/protocol';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { abandonSent, commandsOfUnit, orderInstead, withdrawWaiting } from '../commands/api.ts';
import { announceAll } from '../../platform/live/hub.ts';
import { bluetoothOf } from './read-model.ts';
import * as repository from './repository.ts';

const SUBJECT = 'sensors';
/** A tracker that is not heard of for so long is told nothing any more. */
const KEPT_S = 7 * 24 * 3600;

/** Who orders; nobody where the product does. */
type Orderer = Pick<MemberCtx, 'db' | 'now'> & { readonly actor: Pick<MemberCtx['actor'], 'accountId' | 'memberId'> };

/** How the tracker of a unit is told of its sensors; null where it takes none. */
export async function profileOf(
  ctx: Pick<MemberCtx, 'db'>,
  unitId: number,
): Promise<(SensorCommands & { readonly family: string }) | null> {
  const commands = await commandsOfUnit(ctx.db, unitId);
  return commands?.sensors ? { ...commands.sensors, family: commands.family } : null;
}

/**
 * Tells the tracker of a unit all its sensors, and whether Bluetooth is on; null: as it is. A tracker that takes no sensors, as after a
 * change of trackers, is told nothing.
 */
export async function orderSensors(ctx: Orderer, unitId: number, wish: boolean | null): Promise<void> {
  return order(ctx, unitId, wish, await bluetoothOf(ctx, unitId));
}

async function order(ctx: Orderer, unitId: number, wish: boolean | null, before: { readonly isOn: boolean }): Promise<void> {
  const { db, actor, now } = ctx;
  const profile = await profileOf(ctx, unitId);
  const isOn = wish ?? before.isOn;
  const macs: (string | null)[] = Array.from({ length: profile?.slots ?? 0 }, () => null);
  for (const { slot, mac } of await repository.macsOf(db, actor.accountId, unitId)) macs[slot - 1] = mac;
  if (!profile && wish === true) throw new AppError('CommandNotSupported', { status: 422 });
  const commandId = profile
    ? await orderInstead(db, {
        unitId,
        memberId: actor.memberId,
        kind: 'sensors',
        subject: SUBJECT,
        parameters: { isOn, wasOn: before.isOn, macs },
        family: profile.family,
        text: profile.text({ isOn, macs }),
        at: now(),
        keptS: KEPT_S,
        confirmedWithinS: null,
      })
    : null;
  await repository.saveOrder(db, actor.accountId, { unitId, isOn, commandId, at: now() });
  await announceAll(db, [{ accountId: actor.accountId, unitId, kind: 'sensor' }]);
}

/**
 * UNIT-012: another tracker sits in the unit: what its forerunner listened to is paired with it again, and pending until it says so. One
 * that takes no sensors has none.
 */
export async function orderSensorsAgain(ctx: Orderer, unitId: number): Promise<void> {
  const { db, actor, now } = ctx;
  const { isOn } = await bluetoothOf(ctx, unitId);
  const pairings = await repository.openPairings(db, actor.accountId, unitId);
  if (!isOn && pairings.length === 0) return;
  await abandonSent(db, unitId, SUBJECT, now());
  await withdrawWaiting(db, unitId, SUBJECT, now());
  await repository.endPairings(db, actor.accountId, { unitId }, now());
  const profile = await profileOf(ctx, unitId);
  const kept = pairings.filter(({ slot }) => slot <= (profile?.slots ?? 0));
  for (const { sensor_id: sensorId, slot } of kept)
    await repository.insertPairing(db, actor.accountId, { unitId, sensorId, slot }, now());
  const lost = pairings.filter((pairing) => !kept.includes(pairing));
  const changes = lost.map(({ name }) => ({ field: 'sensor', before: name, after: '' }));
  await insertChanges(db, actor, unitId, now(), changes);
  // The new one has been told nothing: should it refuse, its Bluetooth is off.
  await order(ctx, unitId, profile ? isOn : false, { isOn: false });
}

/** BLE-004: nothing is left in a unit that nobody can unpair it from: its sensors are free for another one. */
export async function endAllPairings({ db, actor, now }: Orderer, unitId: number): Promise<void> {
  const { accountId } = actor;
  const pairings = await repository.openPairings(db, accountId, unitId);
  if (pairings.length === 0) return;
  await abandonSent(db, unitId, SUBJECT, now());
  await withdrawWaiting(db, unitId, SUBJECT, now());
  await repository.endPairings(db, accountId, { unitId }, now());
  await repository.saveOrder(db, accountId, { unitId, isOn: false, commandId: null, at: now() });
  const changes = pairings.map(({ name }) => ({ field: 'sensor', before: name, after: '' }));
  await insertChanges(db, actor, unitId, now(), changes);
}
