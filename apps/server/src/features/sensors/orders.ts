import type { SensorCommands } from '@spora/protocols/protocol';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { commandsOfUnit, orderInstead } from '../commands/api.ts';
import { bluetoothOf } from './read-model.ts';
import * as repository from './repository.ts';

const SUBJECT = 'sensors';
/** A tracker that is not heard of for so long is told nothing any more. */
const KEPT_S = 7 * 24 * 3600;

/** How the tracker of a unit is told of its sensors; null where it takes none. */
export async function profileOf(ctx: MemberCtx, unitId: number): Promise<(SensorCommands & { readonly family: string }) | null> {
  const commands = await commandsOfUnit(ctx.db, unitId);
  return commands?.sensors ? { ...commands.sensors, family: commands.family } : null;
}

/**
 * Tells the tracker of a unit all its sensors, and whether Bluetooth is on; null: as it is. A tracker that takes no sensors, as after a
 * change of trackers, is told nothing.
 */
export async function orderSensors(ctx: MemberCtx, unitId: number, wish: boolean | null): Promise<void> {
  const { db, actor, now } = ctx;
  const profile = await profileOf(ctx, unitId);
  const before = await bluetoothOf(ctx, unitId);
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
}
