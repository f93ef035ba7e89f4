import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  HoursSource,
  OdometerDetails,
  OperatingDetails,
  previewOdometer as previewEndpoint,
  Reading,
  removeOdometer as removeEndpoint,
  saveOdometer as saveEndpoint,
  saveOperatingTime as saveHoursEndpoint,
  setDistanceFactor as factorEndpoint,
} from '@spora/contract/maintenance/readings';
import { isWatercraft, askedOf, type OpenMatter } from '@spora/contract/units/values';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { readingsCan, requireMay } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { firstWarningsOf, proposeFactor, runBefore, warningsOf } from './rules.ts';
import { requireTold } from '../../../core/fleet/private-use.ts';
import { lockRow } from '../../../core/fleet/unit-row.ts';
import { findOpen, type ManagedUnit, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { auditOf, insertChanges } from '../../../core/fleet/unit-history.ts';
import { changeFrom } from '../../../core/fleet/unit-settings.ts';
import { isMasked } from '../../trips/masking-rules.ts';
import { refitTracker } from '../../../core/engine/refit.ts';

/** The preview names so many trips; it counts them all. */
const PREVIEW_MAX = 200;

const inKm = (metres: number | null): number | null => (metres === null ? null : Math.round(metres / 100) / 10);
const inHours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 360) / 10);

const canOf = async (ctx: MemberCtx, unit: ManagedUnit) => readingsCan(ctx.actor, await unitCanOf(ctx, unit));

const isAsked = ({ kind, fuel_type }: ManagedUnit, what: OpenMatter): boolean => askedOf({ kind, fuel_type }).includes(what);

type ReadingRow = Awaited<ReturnType<typeof readModel.readingsOf>>[number];

const asReading = (row: ReadingRow, inUnit: (value: number) => number): Reading => ({
  id: row.id,
  value: inUnit(row.value),
  time: row.taken_at.toISOString(),
  user: row.full_name ?? '',
  source: row.source === 'carried' ? 'carried' : 'person',
  saved_at: row.saved_at.toISOString(),
  removed_at: row.removed_at?.toISOString() ?? null,
  removed_by: row.removed_at ? (row.remover_name ?? '') : null,
});

/** When it was read off: now when nobody says, and never ahead. */
function momentOf({ now }: MemberCtx, time: string | undefined): Date {
  if (time === undefined) return now();
  const at = new Date(time);
  // The clock of who types may be a little ahead of ours.
  if (at.getTime() > now().getTime() + 60_000) throw new AppError('ReadingInFuture', { status: 422 });
  return at;
}

/** API-098: what the unit shows, by what, and all readings. */
export async function getOdometer(ctx: MemberCtx, imei: string): Promise<OdometerDetails> {
  return odometerOf(ctx, await findOpen(ctx, imei));
}

async function odometerOf(ctx: MemberCtx, unit: ManagedUnit): Promise<OdometerDetails> {
  const at = ctx.now();
  const found = await readModel.odometerNow(ctx, unit.id, at);
  const rows = await readModel.readingsOf(ctx, unit.id, 'odometer');
  const factor = await readModel.factorAt(ctx, unit.id, at);
  const present = { value: factor?.value ?? 1, fromMs: factor?.from.getTime() ?? -Infinity };
  const proposal = proposeFactor(await readModel.countedReadings(ctx, unit.id), present);
  return {
    current_km: inKm(found.odometer_m ?? found.tracker_m),
    current_source: found.odometer_m !== null ? 'reading' : found.tracker_m !== null ? 'tracker' : null,
    counted_until: found.newest_at?.toISOString() ?? null,
    is_missing: found.odometer_m === null && isAsked(unit, 'odometer'),
    rows: rows.map((row) => asReading(row, (metres) => Math.round(metres / 100) / 10)),
    factor: { value: present.value, from: factor && factor.from.getTime() > 0 ? factor.from.toISOString() : null },
    factor_proposal: proposal && {
      value: proposal.value,
      from: new Date(proposal.first.timeMs).toISOString(),
      to: new Date(proposal.last.timeMs).toISOString(),
      dashboard_km: Math.round((proposal.last.valueM - proposal.first.valueM) / 100) / 10,
      counted_km: Math.round((proposal.last.counterM - proposal.first.counterM) / 100) / 10,
    },
    can: await canOf(ctx, unit),
  };
}

/** UNIT-022: what would change, before anything does. */
export async function previewOdometer(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof previewEndpoint>,
): Promise<CallData<typeof previewEndpoint>> {
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).save);
  const at = momentOf(ctx, body.time);
  await requireTold(ctx, unit.id, at);
  const valueM = Math.round(body.value * 1000);
  const around = await readModel.aroundReading(ctx, unit.id, at);
  const trips = await readModel.tripsChangedBy(ctx, { unitId: unit.id, at, valueM, limit: PREVIEW_MAX });
  const exact = (metres: number | null) => (metres === null ? null : metres / 1000);
  const trackerM = around.expectedM === null ? await readModel.trackerAt(ctx, unit.id, at) : null;
  return {
    expected_km: inKm(around.expectedM),
    shown_km: inKm(around.expectedM ?? trackerM),
    warnings:
      around.expectedM === null
        ? firstWarningsOf(valueM, { trackerM, isBoat: isWatercraft(unit.kind) })
        : warningsOf(valueM, around),
    count: trips[0]?.count ?? 0,
    trips: trips.map((trip) => {
      const hides = isMasked(ctx.actor, { type: trip.type, driverMemberId: trip.driver_member_id });
      return {
        id: trip.id,
        time: (hides ? trip.day_at : trip.started_at).toISOString(),
        is_masked: hides,
        start_before_km: exact(trip.start_before_m),
        start_after_km: trip.start_after_m / 1000,
        stop_before_km: exact(trip.stop_before_m),
        stop_after_km: trip.stop_after_m / 1000,
      };
    }),
  };
}

/** UNIT-022: a reading is added, never changed; from it on the unit and its trips count on. What is odd is saved when confirmed. */
export async function saveOdometer(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveEndpoint>,
): Promise<OdometerDetails> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).save);
  const takenAt = momentOf(ctx, body.time);
  const value = Math.round(body.value * 1000);
  await requireTold(ctx, unit.id, takenAt);
  await lockRow(db, actor.accountId, unit.id);
  const around = await readModel.aroundReading(ctx, unit.id, takenAt);
  if (!body.confirmed && warningsOf(value, around).length > 0) throw new AppError('ConfirmReading', { status: 409 });
  await repository.insertReading(db, actor, { unitId: unit.id, kind: 'odometer', takenAt, value }, now());
  await noteChange(ctx, unit, 'odometer', inKm(around.expectedM), inKm(value));
  return odometerOf(ctx, unit);
}

/** A mistaken reading is taken back: it stays in the history and counts no more. */
export async function removeOdometer(ctx: MemberCtx, { params }: HandlerInput<typeof removeEndpoint>): Promise<OdometerDetails> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).save);
  const removed = await repository.takeBack(db, actor, { unitId: unit.id, kind: 'odometer', id: params.id }, now());
  if (removed === null) throw new AppError('ReadingNotFound', { status: 404 });
  await noteChange(ctx, unit, 'odometer', inKm(removed), null);
  return odometerOf(ctx, unit);
}

/** UNIT-023: dated, so that a rebuild equals living through it; the trips since then are computed again. */
export async function setDistanceFactor(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof factorEndpoint>,
): Promise<OdometerDetails> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).set_factor);
  const from = momentOf(ctx, body.from);
  await requireTold(ctx, unit.id, from);
  await lockRow(db, actor.accountId, unit.id);
  const before = await readModel.factorAt(ctx, unit.id, now());
  await changeFrom(db, { accountId: actor.accountId, unitId: unit.id }, from, { distanceFactor: body.value });
  if (from < now()) await addJob(db, refitTracker, { imei: params.imei }, { key: params.imei });
  await noteChange(ctx, unit, 'distance_factor', before?.value ?? 1, body.value);
  return odometerOf(ctx, unit);
}

/** API-099, SRV-006. */
export async function getOperatingTime(ctx: MemberCtx, imei: string): Promise<OperatingDetails> {
  return operatingOf(ctx, await findOpen(ctx, imei));
}

async function operatingOf(ctx: MemberCtx, unit: ManagedUnit): Promise<OperatingDetails> {
  const found = await readModel.hoursNow(ctx, unit.id, ctx.now());
  const rows = await readModel.readingsOf(ctx, unit.id, 'hours');
  return {
    current_hours: inHours(found.hours_s),
    source: found.source,
    counted_until: found.newest_at?.toISOString() ?? null,
    is_missing: found.hours_s === null && isAsked(unit, 'hours'),
    available: found.available,
    rows: rows.map((row) => asReading(row, (seconds) => Math.round(seconds / 360) / 10)),
    can: { save: (await canOf(ctx, unit)).save },
  };
}

/** SRV-006: a reading, another source, or both. A change of source alone carries the count over to it. */
export async function saveOperatingTime(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveHoursEndpoint>,
): Promise<OperatingDetails> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).save);
  const takenAt = momentOf(ctx, body.time);
  await lockRow(db, actor.accountId, unit.id);
  const before = await readModel.hoursNow(ctx, unit.id, now());
  const source = body.source ?? before.source;
  // It says how long the unit ran on its day until then: told once private use is over, that would be when it drove.
  if (body.value !== undefined) await requireTold(ctx, unit.id, takenAt);
  else if (source !== before.source) await requireTold(ctx, unit.id, now());
  if (source !== before.source) await repository.setHoursSource(db, actor.accountId, unit.id, source);
  if (body.value !== undefined) await insertHours(ctx, unit, { takenAt, valueS: Math.round(body.value * 3600), source });
  else if (source !== before.source && before.hours_s !== null)
    await insertHours(ctx, unit, { takenAt: now(), valueS: before.hours_s, source, isCarried: true });
  if (body.value !== undefined) await noteChange(ctx, unit, 'operating_hours', inHours(before.hours_s), body.value);
  if (source !== before.source) await noteChange(ctx, unit, 'hours_source', before.source, source);
  return operatingOf(ctx, unit);
}

async function insertHours(
  ctx: MemberCtx,
  unit: ManagedUnit,
  { takenAt, valueS, source, isCarried = false }: { takenAt: Date; valueS: number; source: HoursSource; isCarried?: boolean },
): Promise<void> {
  const runS = await readModel.runOnDay(ctx, unit.id, source, takenAt);
  const runBeforeS = runBefore(runS, takenAt, ctx.now());
  await repository.insertReading(
    ctx.db,
    ctx.actor,
    {
      unitId: unit.id,
      kind: 'hours',
      takenAt,
      value: valueS,
      source: isCarried ? 'carried' : 'person',
      hours: { source, runBeforeS },
    },
    ctx.now(),
  );
}

export async function removeOperatingTime(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<OperatingDetails> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay((await canOf(ctx, unit)).save);
  const removed = await repository.takeBack(db, actor, { unitId: unit.id, kind: 'hours', id: params.id }, now());
  if (removed === null) throw new AppError('ReadingNotFound', { status: 404 });
  await noteChange(ctx, unit, 'operating_hours', inHours(removed), null);
  return operatingOf(ctx, unit);
}

/** In the unit's history and the account's log; every browser that shows the unit or its trips reads them again. */
async function noteChange(
  ctx: MemberCtx,
  unit: ManagedUnit,
  field: 'odometer' | 'distance_factor' | 'operating_hours' | 'hours_source',
  before: number | string | null,
  after: number | string | null,
): Promise<void> {
  const { db, actor, now } = ctx;
  const text = (value: number | string | null) => (value === null ? '' : String(value));
  const change = { field, before: text(before), after: text(after) };
  await insertChanges(db, actor, unit.id, now(), [change]);
  await audit(ctx, 'unit-changed', unit.name, auditOf([change]) ?? { fields: field });
  await repository.touchLatest(db, actor.accountId, unit.id, now());
  await ctx.ports.live.announce(
    db,
    (['position', 'trip'] as const).map((kind) => ({ accountId: actor.accountId, unitId: unit.id, kind })),
  );
}
