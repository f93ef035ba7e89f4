import { addDays, monthSpan } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import type { AutoplanStatus, AutoplanUnit, reportToAutoplan } from '@spora/contract/autoplan/endpoints';
import { autoplanWindow, plateOf } from '@spora/contract/autoplan/rules';
import type { HandlerInput } from '@spora/contract/endpoint';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { keyOf, odometersAt } from '../trips/odometer-api.ts';
import { requireMayReport } from './policy.ts';
import * as repository from './repository.ts';
import { doubtOf, stateOf } from './rules.ts';
import { sendReports } from './sending.ts';

const kmOf = (metres: number | null | undefined): number | null =>
  metres === null || metres === undefined ? null : Math.round(metres / 1000);

/** AUTO-005, AUTO-007: the month that is reported now or next, vehicle by vehicle. */
export async function readStatus(ctx: MemberCtx): Promise<AutoplanStatus> {
  const window = autoplanWindow(ctx.now());
  const settings = await repository.findSettings(ctx.db, ctx.actor.accountId);
  return {
    month: window.month,
    is_open: window.isOpen,
    changes_at: window.changesAt.toISOString(),
    is_on: settings?.is_on ?? false,
    units: (await unitsOf(ctx)).map(({ id: _, ...unit }) => unit),
  };
}

/**
 * AUTO-003: puts the reports of the month before on their way, one for each vehicle; a job speaks with the service. Those that are on their way or
 * registered already are passed over, whoever asked for them. Nothing is sent while one of them is to be looked at (AUTO-006).
 */
export async function report(ctx: MemberCtx, { body }: HandlerInput<typeof reportToAutoplan>): Promise<AutoplanStatus> {
  requireMayReport(ctx.actor);
  const { db, actor, now } = ctx;
  const settings = await repository.findSettings(db, actor.accountId);
  if (!settings?.is_on || !ctx.ports.autoplan.isAvailable) throw new AppError('AutoplanNotSet');
  const window = autoplanWindow(now());
  if (!window.isOpen) throw new AppError('AutoplanWindowClosed');
  const units = await unitsOf(ctx);
  const chosen = units.filter(({ imei }) => imei !== null && body.imeis.includes(imei));
  if (chosen.length < new Set(body.imeis).size) throw new AppError('UnitNotFound');
  const open = chosen.filter(({ state }) => state === 'ready' || state === 'failed');
  if (open.some(({ imei, doubt }) => doubt !== null && !body.confirmed_imeis.includes(imei ?? '')))
    throw new AppError('AutoplanConfirmOdometer', { status: 409 });
  const claims = open.flatMap((unit) => claimOf(unit) ?? []);
  const taken = await repository.claim(
    db,
    { accountId: actor.accountId, memberId: actor.memberId, month: window.month, at: now() },
    claims,
  );
  if (taken.length > 0) {
    await addJob(db, sendReports, { account_id: actor.accountId }, { key: String(actor.accountId) });
    await audit(ctx, 'autoplan-reported', window.month, { count: taken.length });
  }
  return readStatus(ctx);
}

/** Null for a vehicle that nothing can be told of: without a plate, or without an odometer. */
function claimOf(unit: AutoplanUnit & { readonly id: number }): repository.Claim | null {
  const { registration_number: plate, odometer_start_km: start, odometer_end_km: end } = unit;
  if (plate === null || plateOf(plate) === '' || start === null || end === null) return null;
  return {
    unitId: unit.id,
    registrationNumber: plateOf(plate),
    odometerStartKm: start,
    odometerEndKm: end,
    businessKm: unit.business_km,
    privateKm: unit.private_km,
  };
}

/** What was reported stands as it was told; of the rest the log says what would be. */
async function unitsOf(ctx: MemberCtx): Promise<(AutoplanUnit & { readonly id: number })[]> {
  const { db, actor } = ctx;
  const { month, isOpen } = autoplanWindow(ctx.now());
  const units = await repository.reportedUnits(db, actor.accountId);
  const unitIds = units.map(({ id }) => id);
  const { from, to } = monthSpan(month);
  const end = addDays(to, 1);
  const odometers = await odometersAt(ctx, unitIds, [from, end]);
  const driven = await repository.drivenOf(ctx, {
    unitIds,
    from: startOfDay(from, actor.timeZone),
    to: startOfDay(end, actor.timeZone),
  });
  const stored = new Map((await repository.reportsOf(db, actor.accountId, month)).map((row) => [row.unit_id, row]));
  const last = new Map((await repository.lastReports(db, actor.accountId, month)).map((row) => [row.unit_id, row]));
  return units.map((unit) => {
    const told = stored.get(unit.id);
    const isTold = told !== undefined && told.state !== 'failed';
    const sumOf = (isPrivate: boolean): number =>
      kmOf(
        driven
          .filter(({ unit_id, type }) => unit_id === unit.id && (type === 'private') === isPrivate)
          .reduce((sum, { distance_m }) => sum + distance_m, 0),
      ) ?? 0;
    const startKm = isTold ? told.odometer_start_km : kmOf(odometers.get(keyOf(unit.id, from)));
    const endKm = isTold ? told.odometer_end_km : kmOf(odometers.get(keyOf(unit.id, end)));
    const before = last.get(unit.id);
    return {
      ...unit,
      ...stateOf(told, { hasPlate: plateOf(unit.registration_number ?? '') !== '', isOpen }),
      odometer_start_km: startKm,
      odometer_end_km: endKm,
      business_km: isTold ? told.business_km : sumOf(false),
      private_km: isTold ? told.private_km : sumOf(true),
      registered_km: told?.registered_km ?? null,
      reported_at: told?.state === 'reported' ? (told.answered_at?.toISOString() ?? null) : null,
      doubt: isTold ? null : doubtOf({ startKm, endKm }, before ? { endKm: before.end_km, monthsAgo: before.months_ago } : null),
      last_odometer_km: before?.end_km ?? null,
    };
  });
}
