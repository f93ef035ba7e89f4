import type { AssignableSensor } from '@spora/contract/alarms/receivers';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { type KnownSensor, knownSensors } from '../../sensors/api.ts';
import * as repository from './sensors-repository.ts';

/** API-121: throws SensorNotRegistered for one that the actor may not see. */
export async function findSensor(ctx: MemberCtx, sensorId: number): Promise<KnownSensor> {
  const [sensor] = await knownSensors(ctx, sensorId);
  if (!sensor) throw new AppError('SensorNotRegistered', { status: 404 });
  return sensor;
}

/** ALARM-025: the sensors that the actor sees, by name, and of which the receiver is told. */
export async function assignableSensors(ctx: MemberCtx, receiverId: number): Promise<AssignableSensor[]> {
  const told = new Set(await repository.sensorIdsOf(ctx.db, ctx.actor.accountId, receiverId));
  return (await knownSensors(ctx)).map(({ id, name, mac }) => ({
    id,
    Name: name,
    SerialNumber: mac,
    IsSelected: told.has(id),
  }));
}

/** ALARM-024: says of which sensors a receiver is told; of those that the actor does not see, what stands stays. Answers whether it differs. */
export async function assignSensors(ctx: MemberCtx, receiverId: number, wanted: readonly number[]): Promise<boolean> {
  const { db, actor } = ctx;
  const known = new Set((await knownSensors(ctx)).map(({ id }) => id));
  if (wanted.some((id) => !known.has(id))) throw new AppError('SensorNotRegistered', { status: 404 });
  const had = (await repository.sensorIdsOf(db, actor.accountId, receiverId)).filter((id) => known.has(id));
  const dropped = had.filter((id) => !wanted.includes(id));
  const added = wanted.filter((id) => !had.includes(id));
  await repository.removeSensors(db, actor.accountId, receiverId, dropped);
  await repository.addSensors(db, actor.accountId, receiverId, added);
  return dropped.length > 0 || added.length > 0;
}
