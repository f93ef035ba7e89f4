import { brandOf } from '@spora/contract/brands';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  addUnit as addEndpoint,
  changeCar as changeCarEndpoint,
  renewPhone as renewEndpoint,
  replaceTracker as replaceEndpoint,
  retireUnit as retireEndpoint,
} from '@spora/contract/units/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { addFirstOdometer } from '../../maintenance/api.ts';
import { paymentLabels } from '../../registration/api.ts';
import { requireTold, requireToldSince, withheldSpans } from '../../../core/fleet/private-use.ts';
import { requireCan } from '../../../core/fleet/unit-rights.ts';
import { ensureGroups, insertUnit, lockRow, type UnitFields, updateUnit } from '../../../core/fleet/unit-row.ts';
import { groupsIn } from '../administration/service.ts';
import { needsRegistration } from '../administration/rules.ts';
import { requireMayAddUnits } from '../policy.ts';
import { connectionOf, newPhoneTracker } from '../service.ts';
import * as repository from './repository.ts';
import { findByRegistration, findOpen, type MissingUnit, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { insertChanges } from '../../../core/fleet/unit-history.ts';
import { refitTracker } from '../../../core/engine/refit.ts';

/** API-053. */
export async function validateImei({ db, actor, now }: MemberCtx, imei: string): Promise<Record<string, never>> {
  const fault = await repository.stockFault(db, actor.accountId, imei, now());
  if (fault) throw new AppError(fault, { status: fault === 'ImeiInUse' ? 409 : 404 });
  return {};
}

/** API-054: the ways to pay, where the account's brand offers the choice. */
export async function listPaymentTypes({ db, actor }: MemberCtx, language: Language): Promise<string[]> {
  const { subsite_id } = await db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select('subsite_id')
    .executeTakeFirstOrThrow();
  return brandOf(subsite_id).capabilities.paymentTypeChoice ? paymentLabels(db, language) : [];
}

type NewVehicle = UnitFields & { name: string; registration_number: string };

function vehicleOf<B extends { name: string; registration_number: string; kind?: UnitKind | undefined }>(body: B): NewVehicle {
  const kind = body.kind ?? 'vehicle';
  if (body.registration_number === '' && needsRegistration(kind))
    throw new InputError({ registration_number: ['SpecifyRegistrationNumber'] });
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as unknown as NewVehicle;
}

/** UNIT-009: the tracker is taken from the stock and is accepted from that moment; unit, tracker and fitting, or nothing. */
export async function addUnit(ctx: MemberCtx, { body }: HandlerInput<typeof addEndpoint>): Promise<CallData<typeof addEndpoint>> {
  const { db, actor } = ctx;
  const { imei, ...rest } = body;
  const vehicle = vehicleOf(rest);
  const claimed = await claim(ctx, imei);
  if (claimed.fault !== null) throw new InputError({ imei: [claimed.fault] });
  const unitId = await insertVehicle(ctx, vehicle, claimed.subscription);
  await repository.insertFitting(db, {
    accountId: actor.accountId,
    unitId,
    trackerId: claimed.trackerId,
    from: claimed.usableFrom,
  });
  await audit(ctx, 'unit-added', vehicle.name);
  return { imei, unit_id: unitId };
}

/**
 * A tracker of the stock. TRIP-032: one that left its unit in somebody else's private use tells of that until now, and no rule of another unit
 * makes it private.
 */
async function claim(ctx: MemberCtx, imei: string): Promise<repository.Claimed> {
  const { db, actor, now } = ctx;
  const claimed = await repository.claimTracker(db, imei, now());
  const left = claimed.fault === null ? await repository.lastFitting(db, actor.accountId, claimed.trackerId) : undefined;
  if (claimed.fault !== null || !left || (await withheldSpans(ctx, left.unitId, left.to, now())).length === 0) return claimed;
  return { ...claimed, usableFrom: now() };
}

async function insertVehicle(ctx: MemberCtx, vehicle: NewVehicle, subscription: string): Promise<number> {
  const { db, actor, now } = ctx;
  const fields = { ...vehicle, registration_number: vehicle.registration_number || null, subscription_type: subscription };
  const unitId = await insertUnit(db, actor.accountId, fields);
  await ensureGroups(db, actor.accountId, groupsIn(vehicle));
  await insertChanges(db, actor, unitId, now(), [
    { field: 'name', before: '', after: vehicle.name },
    { field: 'registration_number', before: '', after: vehicle.registration_number },
  ]);
  // Whoever looks at the map has it in the list before it has been anywhere.
  await ctx.ports.live.announce(db, [{ accountId: actor.accountId, unitId, kind: 'position' }]);
  return unitId;
}

/** Within the present fitting and not in the future; now when the caller does not say. */
function momentOf(from: string | undefined, fittedFrom: Date, now: Date): Date {
  const at = from === undefined ? now : new Date(from);
  if (at <= fittedFrom || at > now) throw new AppError('TimeBeforeFitting', { status: 422 });
  return at;
}

/** UNIT-008: of the vehicle that the caller names, by its tracker or by its registration number. */
const imeiOf = async (ctx: MemberCtx, imei: string | undefined, registrationNumber = ''): Promise<string> =>
  imei ?? (await findByRegistration(ctx, registrationNumber)).imei;

/** `missing` is what is told when no unit that the actor sees has this tracker (ERR-010). */
async function openFittingOf(ctx: MemberCtx, imei: string, missing: MissingUnit = 'UnitNotFound') {
  const row = await findOpen(ctx, imei, missing);
  if (row.tracker_id === null) throw new AppError(missing, { status: 404 });
  requireCan(await unitCanOf(ctx, row), 'replace');
  await lockRow(ctx.db, ctx.actor.accountId, row.id);
  const fitting = await repository.openFitting(ctx.db, ctx.actor.accountId, row.tracker_id);
  if (!fitting) throw new AppError(missing, { status: 404 });
  return { row, fitting, trackerId: row.tracker_id };
}

/** UNIT-012: another tracker on the same vehicle; history, access and settings stay with the vehicle, the old tracker becomes free. */
export async function replaceTracker(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof replaceEndpoint>,
): Promise<CallData<typeof replaceEndpoint>> {
  const { db, actor, now } = ctx;
  const current = await imeiOf(ctx, body.current_imei, body.current_registration_number);
  const { row, fitting, trackerId } = await openFittingOf(ctx, current, 'CurrentImeiNotFound');
  const claimed = await claim(ctx, body.new_imei);
  if (claimed.fault !== null) throw new InputError({ new_imei: [claimed.fault] });
  const at = momentOf(body.from, fitting.from, now());
  if (body.from !== undefined) await requireToldSince(ctx, row.id, at, now());
  await repository.endFitting(db, actor.accountId, fitting.id, at);
  const from = claimed.usableFrom > at ? claimed.usableFrom : at;
  await repository.insertFitting(db, { accountId: actor.accountId, unitId: row.id, trackerId: claimed.trackerId, from });
  await repository.releaseTracker(db, trackerId, now());
  await insertChanges(db, actor, row.id, now(), [{ field: 'tracker', before: current, after: body.new_imei }]);
  await audit(ctx, 'tracker-replaced', row.name);
  await recompute(ctx, [current, body.new_imei]);
  const { accountId, memberId } = actor;
  await ctx.ports.announce(db, [{ name: 'tracker-replaced', accountId, unitId: row.id, memberId }], now());
  return { imei: body.new_imei };
}

/** ADM-029: a phone's code is told once; a new one is a new tracker of ours, in the same unit. */
export async function renewPhone(
  ctx: MemberCtx,
  { imei: current, serverUrl }: { readonly imei: string; readonly serverUrl: string },
): Promise<CallData<typeof renewEndpoint>> {
  const { db, actor, now } = ctx;
  requireMayAddUnits(actor);
  const { row, fitting } = await openFittingOf(ctx, current);
  if (row.kind !== 'phone') throw new AppError('UnitNotFound', { status: 404 });
  const at = now();
  await repository.endFitting(db, actor.accountId, fitting.id, at);
  const { imei, trackerId, phoneId } = await newPhoneTracker(db, at);
  await repository.insertFitting(db, { accountId: actor.accountId, unitId: row.id, trackerId, from: at });
  await insertChanges(db, actor, row.id, at, [{ field: 'tracker', before: current, after: imei }]);
  await audit(ctx, 'tracker-replaced', row.name);
  await recompute(ctx, [current, imei]);
  const { accountId, memberId } = actor;
  await ctx.ports.announce(db, [{ name: 'tracker-replaced', accountId, unitId: row.id, memberId }], at);
  return connectionOf({ unitId: row.id, imei, phoneId, serverUrl });
}

/** UNIT-011: the tracker moves to a new vehicle at the chosen time; what it recorded before stays with the old one, which is retired. */
export async function changeCar(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof changeCarEndpoint>,
): Promise<CallData<typeof changeCarEndpoint>> {
  const { db, actor, now } = ctx;
  const { imei: given, current_registration_number: number, from, odometer_km: odometerKm, ...rest } = body;
  const vehicle = vehicleOf(rest);
  const imei = await imeiOf(ctx, given, number);
  const { row, fitting, trackerId } = await openFittingOf(ctx, imei);
  const at = momentOf(from, fitting.from, now());
  if (row.locked_at) throw new AppError('UnlockFirst');
  // As of any reading: none of a time that the actor is told nothing of.
  if (odometerKm !== null) await requireTold(ctx, row.id, at);
  if (from !== undefined) await requireToldSince(ctx, row.id, at, now());
  await repository.endFitting(db, actor.accountId, fitting.id, at);
  const unitId = await insertVehicle(ctx, vehicle, row.subscription_type);
  await repository.insertFitting(db, { accountId: actor.accountId, unitId, trackerId, from: at });
  if (odometerKm !== null) await addFirstOdometer(ctx, unitId, { km: odometerKm, at });
  await db
    .insertInto('unit_access')
    .columns(['account_id', 'member_id', 'unit_id'])
    .expression((eb) =>
      eb
        .selectFrom('unit_access')
        .where('account_id', '=', actor.accountId)
        .where('unit_id', '=', row.id)
        .select(['account_id', 'member_id', eb.val(unitId).as('unit_id')]),
    )
    .execute();
  const { accountId } = actor;
  await ctx.ports.announce(db, [{ name: 'car-changed', accountId, fromUnitId: row.id, unitId }], now());
  await takeOutOfUse(ctx, row.id);
  await insertChanges(db, actor, row.id, now(), [{ field: 'tracker', before: imei, after: '' }]);
  await audit(ctx, 'car-changed', `${row.name} → ${vehicle.name}`);
  await recompute(ctx, [imei]);
  return { imei, unit_id: unitId };
}

/** The unit has no tracker from now on; open maps lose it at once. */
async function takeOutOfUse({ db, actor, now, ports }: MemberCtx, unitId: number): Promise<void> {
  const { accountId, memberId } = actor;
  await updateUnit(db, accountId, unitId, { retired_at: now() });
  await ports.live.announce(db, [{ accountId, unitId, kind: 'position' }]);
  await ports.announce(db, [{ name: 'unit-retired', accountId, unitId, memberId }], now());
}

/** ADM-025: the history stays readable for the account, the tracker becomes free, a new owner sees nothing of the old one. */
export async function retireUnit(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof retireEndpoint>,
): Promise<Record<string, never>> {
  const { db, actor, now } = ctx;
  const row = await findOpen(ctx, params.imei);
  if (row.locked_at) throw new AppError('UnlockFirst');
  requireCan(await unitCanOf(ctx, row), 'retire');
  const { fitting, trackerId } = await openFittingOf(ctx, params.imei);
  await repository.endFitting(db, actor.accountId, fitting.id, now());
  await repository.releaseTracker(db, trackerId, now());
  await takeOutOfUse(ctx, row.id);
  await insertChanges(db, actor, row.id, now(), [
    { field: 'tracker', before: params.imei, after: '' },
    { field: 'retired', before: '', after: body.reason },
  ]);
  await audit(ctx, 'unit-retired', row.name, { reason: body.reason });
  return {};
}

/** Trips and days of every unit that the trackers sat in are computed from the log again, so that each has its own. */
async function recompute({ db }: MemberCtx, imeis: readonly string[]): Promise<void> {
  for (const imei of imeis) await addJob(db, refitTracker, { imei }, { key: imei });
}
