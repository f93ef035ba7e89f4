import type { MemberCtx } from '../../platform/ctx.ts';
import { shownSensors } from './service.ts';

/** A sensor as other features know it. */
export interface KnownSensor {
  readonly id: number;
  readonly name: string;
  /** As people read it. */
  readonly mac: string;
}

/** The sensors that measure and that the actor sees, by name; or the one of these. */
export async function knownSensors(ctx: MemberCtx, id?: number): Promise<KnownSensor[]> {
  const sensors = await shownSensors(ctx, id === undefined ? {} : { id });
  return sensors.map(({ id: sensorId, name, mac }) => ({ id: sensorId, name, mac }));
}
