import { DAY_MS } from '@spora/calendar/durations';
import { startOfDay } from '@spora/calendar/zones';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  checkTripTypes as checkTypesEndpoint,
  getSpeedAddress as speedEndpoint,
  saveSpeedAddress as saveSpeedEndpoint,
  saveTripSettings as saveTripEndpoint,
  saveWorkingHours as saveHoursEndpoint,
  UnitTripSettings,
  UnitWorkingHours,
} from '@spora/contract/units/settings';
import { SETTINGS_PAST_DAYS } from '@spora/contract/units/values';
import type { TripType } from '@spora/contract/units/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { readSettings, type TripSettings } from '../../trips/rules.ts';
import { requireCan } from '../../../core/fleet/unit-rights.ts';
import { findOpen, type ManagedUnit, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { lockRow } from '../../../core/fleet/unit-row.ts';
import * as repository from './repository.ts';
import { hoursText, shownHours, storedHiding, storedHours } from './rules.ts';
import { type DecidedBy, keepPrivate } from '../../trips/privacy-api.ts';
import { requireToldSince } from '../../../core/fleet/private-use.ts';
import { writeToMember } from '../../../core/people/letters.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { countBecomingPrivate } from '../../trips/working-hours/api.ts';
import { readHiding, readWorkingHours } from '../../trips/working-hours/rules.ts';
import { audit } from '../../../core/people/audit.ts';
import { auditOf, type Change, insertChanges } from '../../../core/fleet/unit-history.ts';
import { changeFrom, settingsOf, type UnitKey } from '../../../core/fleet/unit-settings.ts';
import { lockUnits } from '../../../core/fleet/hold-units.ts';
import { refitTracker } from '../../../core/engine/refit.ts';

const keyOf = ({ actor }: MemberCtx, row: ManagedUnit): UnitKey => ({ accountId: actor.accountId, unitId: row.id });

/** The settings in force now, and since when they are what they are. */
async function inForce(ctx: MemberCtx, row: ManagedUnit): Promise<{ settings: Record<string, unknown>; validFrom: Date | null }> {
  const now = ctx.now();
  const rows = (await settingsOf(ctx.db, keyOf(ctx, row))).filter(({ validFrom }) => validFrom <= now);
  const last = rows.at(-1);
  // What holds since the epoch holds since ever.
  return { settings: last?.settings ?? {}, validFrom: last && last.validFrom.getTime() > 0 ? last.validFrom : null };
}

/** The moment a change holds from: now, or midnight of a day that has been, not longer ago than a trip log reaches. */
function momentOf({ actor, now }: MemberCtx, day: string | undefined): Date {
  if (day === undefined) return now();
  const at = startOfDay(day, actor.timeZone);
  if (at > now() || now().getTime() - at.getTime() > SETTINGS_PAST_DAYS * DAY_MS)
    throw new InputError({ from: ['SettingsDayInvalid'] });
  return at;
}

/** Holds the unit, so that two changes of its settings are made one after the other. */
async function hold(ctx: MemberCtx, imei: string): Promise<ManagedUnit> {
  const row = await findOpen(ctx, imei);
  await lockRow(ctx.db, ctx.actor.accountId, row.id);
  return findOpen(ctx, imei);
}

/** TRIP-032: what was somebody else's private trip by these rules stays theirs when days gone by get others. */
async function holdPrivate(ctx: MemberCtx, row: ManagedUnit, from: Date, decidedBy: readonly DecidedBy[]): Promise<void> {
  if (from >= ctx.now()) return;
  await lockUnits(ctx.db, [row.id]);
  await keepPrivate(ctx, { unitId: row.id, from, decidedBy });
}

async function record(ctx: MemberCtx, row: ManagedUnit, changes: readonly Change[], from?: Date): Promise<boolean> {
  const real = changes.filter(({ before, after }) => before !== after);
  if (real.length === 0) return false;
  await insertChanges(ctx.db, ctx.actor, row.id, ctx.now(), real);
  await audit(ctx, 'unit-changed', row.name, {
    ...auditOf(real),
    ...(from && from < ctx.now() ? { from: from.toISOString() } : {}),
  });
  return true;
}

const tripsOf = (settings: unknown, row: ManagedUnit): TripSettings =>
  readSettings(settings, { defaultTripType: row.default_trip_type as TripType });

export async function getTripSettings(ctx: MemberCtx, imei: string): Promise<UnitTripSettings> {
  return tripSettingsOf(ctx, await findOpen(ctx, imei));
}

async function tripSettingsOf(ctx: MemberCtx, row: ManagedUnit): Promise<UnitTripSettings> {
  const { settings, validFrom } = await inForce(ctx, row);
  const trips = tripsOf(settings, row);
  const can = await unitCanOf(ctx, row);
  return {
    ...shownTrips(trips),
    valid_from: validFrom?.toISOString() ?? null,
    drivers: await repository.possibleDrivers(ctx.db, keyOf(ctx, row), {
      isLocked: row.locked_at !== null,
      driverId: trips.driverMemberId,
    }),
    can: { edit: can.edit_looks, edit_past: can.edit_all },
  };
}

type TripFields = Omit<UnitTripSettings, 'valid_from' | 'drivers' | 'can'>;

const shownTrips = (trips: TripSettings): TripFields => ({
  default_trip_type: trips.defaultTripType,
  stop_timeout_s: trips.stopTimeoutS,
  ignition_off_s: trips.ignitionOffS,
  data_gap_s: trips.dataGapS,
  min_distance_m: trips.minDistanceM,
  driver_id: trips.driverMemberId,
  private_switch_input: trips.privateSwitchInput,
});

const STORED_NAMES = {
  default_trip_type: 'defaultTripType',
  stop_timeout_s: 'stopTimeoutS',
  ignition_off_s: 'ignitionOffS',
  data_gap_s: 'dataGapS',
  min_distance_m: 'minDistanceM',
  driver_id: 'driverMemberId',
  private_switch_input: 'privateSwitchInput',
} as const satisfies Record<keyof TripFields, keyof TripSettings>;

/** UNIT-016, UNIT-024: from now, or (who may edit all) from a day on; then the trips from that day are computed again. */
export async function saveTripSettings(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveTripEndpoint>,
): Promise<UnitTripSettings> {
  const { db, now } = ctx;
  const row = await hold(ctx, params.imei);
  requireCan(await unitCanOf(ctx, row), body.from === undefined ? 'edit_looks' : 'edit_all');
  const from = momentOf(ctx, body.from);
  const before = await tripSettingsOf(ctx, row);
  requireUnchanged(before, body);
  const { from: _day, was: _was, ...sent } = body;
  const wanted = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<TripFields>;
  if (wanted.driver_id && !before.drivers.some(({ id }) => id === wanted.driver_id))
    throw new AppError('UserNotFound', { status: 404 });
  const { driver_id: driver, private_switch_input: input, default_trip_type: type, ...others } = wanted;
  const key = keyOf(ctx, row);
  if (type !== undefined) {
    await holdPrivate(ctx, row, from, ['default']);
    await repository.changeUsualType(db, key, from, type);
  }
  const patch = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [STORED_NAMES[name as keyof typeof others], value]),
  );
  if (from < now() && (await wasOther(ctx, row, from, patch))) await requireToldSince(ctx, row.id, from, now());
  if (Object.keys(patch).length > 0) await changeFrom(db, key, from, patch);
  // Never for days gone by: a private trip is shown to its driver alone, and would be shown to another, or be private no more.
  const fromNow = {
    ...(driver === undefined ? {} : { driverMemberId: driver }),
    ...(input === undefined ? {} : { privateSwitchInput: input }),
  };
  if (Object.keys(fromNow).length > 0) await changeFrom(db, key, now(), fromNow);
  const after = await tripSettingsOf(ctx, { ...row, default_trip_type: type ?? row.default_trip_type });
  const formerId = before.driver_id;
  if (formerId !== null && formerId !== after.driver_id) {
    // TRIP-032: what is driven from now on is somebody else's, private trips too, unless somebody checks in. Who usually drove it must know.
    const newName = after.drivers.find(({ id }) => id === after.driver_id)?.full_name ?? '';
    await writeToMember(ctx, formerId, {
      template: 'usual-driver-changed',
      params: (names) => ({ ...names, unitName: row.name, newName }),
    });
  }
  const hasChanged = await record(ctx, row, changesOf(before, after), from);
  if (hasChanged || body.from !== undefined) await addJob(db, refitTracker, { imei: params.imei }, { key: params.imei });
  return after;
}

/** Whether anything that has held since an instant was other than it is to be. */
async function wasOther(
  ctx: MemberCtx,
  row: ManagedUnit,
  from: Date,
  wanted: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const rows = await settingsOf(ctx.db, keyOf(ctx, row));
  const held = rows.filter((_, i) => (rows[i + 1]?.validFrom ?? ctx.now()) > from);
  const values = (held.length > 0 ? held : [{ settings: {} }]).map(({ settings }) => tripsOf(settings, row));
  return Object.entries(wanted).some(([name, value]) => values.some((each) => each[name as keyof TripSettings] !== value));
}

function changesOf(before: UnitTripSettings, after: UnitTripSettings): Change[] {
  const text = (of: UnitTripSettings, field: keyof TripFields): string => {
    if (field === 'driver_id') return after.drivers.find(({ id }) => id === of.driver_id)?.full_name ?? '';
    return of[field] === null ? '' : String(of[field]);
  };
  return (Object.keys(STORED_NAMES) as (keyof TripFields)[]).map((field) => ({
    field,
    before: text(before, field),
    after: text(after, field),
  }));
}

export async function getSpeedAddress(ctx: MemberCtx, imei: string): Promise<CallData<typeof speedEndpoint>> {
  const row = await findOpen(ctx, imei);
  const can = await unitCanOf(ctx, row);
  return { ...(await repository.speedAddressOf(ctx.db, keyOf(ctx, row))), can: { edit: can.edit_all } };
}

/** UNIT-018. */
export async function saveSpeedAddress(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveSpeedEndpoint>,
): Promise<CallData<typeof speedEndpoint>> {
  const { db, actor, now } = ctx;
  const row = await hold(ctx, params.imei);
  requireCan(await unitCanOf(ctx, row), 'edit_all');
  const key = keyOf(ctx, row);
  const before = await repository.speedAddressOf(db, key);
  requireUnchanged(before, body);
  const { was: _was, ...sent } = body;
  const fields = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as repository.SpeedAddressFields;
  await repository.updateSpeedAddress(db, key, fields);
  const after = await repository.speedAddressOf(db, key);
  if (before.resolves_addresses && !after.resolves_addresses) await repository.forgetAddress(db, key);
  if (before.speed_limit_kmh !== after.speed_limit_kmh)
    await changeFrom(db, key, now(), { speedLimitKmh: after.speed_limit_kmh });
  const changes = (['hides_speed', 'speed_limit_kmh', 'resolves_addresses'] as const).map((field) => ({
    field,
    before: String(before[field] ?? ''),
    after: String(after[field] ?? ''),
  }));
  if (await record(ctx, row, changes)) {
    await repository.touchLatest(db, key, now());
    await ctx.ports.live.announce(db, [{ accountId: actor.accountId, unitId: row.id, kind: 'position' }]);
  }
  return getSpeedAddress(ctx, params.imei);
}

export async function getWorkingHours(ctx: MemberCtx, imei: string): Promise<UnitWorkingHours> {
  return workingHoursOf(ctx, await findOpen(ctx, imei));
}

async function workingHoursOf(ctx: MemberCtx, row: ManagedUnit): Promise<UnitWorkingHours> {
  const { settings, validFrom } = await inForce(ctx, row);
  const hours = readWorkingHours(settings.workingHours);
  const can = await unitCanOf(ctx, row);
  return {
    ...shownHours(hours, readHiding(settings.hiding)),
    time_zone: hours?.timeZone ?? ctx.actor.timeZone,
    valid_from: hours ? (validFrom?.toISOString() ?? null) : null,
    can: { edit: can.edit_all },
  };
}

/** UNIT-026: trips from that moment on get their type by the new hours; hiding on the map holds from now. */
export async function saveWorkingHours(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveHoursEndpoint>,
): Promise<UnitWorkingHours> {
  const { db, actor, now } = ctx;
  const row = await hold(ctx, params.imei);
  requireCan(await unitCanOf(ctx, row), 'edit_all');
  const from = momentOf(ctx, body.from);
  if (body.was) requireUnchanged(await workingHoursOf(ctx, row), body);
  const { settings } = await inForce(ctx, row);
  const key = keyOf(ctx, row);
  const [before, after] = [readWorkingHours(settings.workingHours), storedHours(body, actor.timeZone)];
  const [hidBefore, hiding] = [readHiding(settings.hiding), storedHiding(body, actor.timeZone)];
  await holdPrivate(ctx, row, from, ['working-hours', 'default']);
  await changeFrom(db, key, from, { workingHours: after });
  await changeFrom(db, key, now(), { hiding });
  const typeOf = (type: TripType | null | undefined): string => type ?? '';
  await record(
    ctx,
    row,
    [
      { field: 'working_hours', before: hoursText(before), after: hoursText(after) },
      { field: 'inside_type', before: typeOf(before?.insideType), after: typeOf(after.insideType) },
      { field: 'outside_type', before: typeOf(before?.outsideType), after: typeOf(after.outsideType) },
      { field: 'hide_from_admins', before: hidBefore?.when ?? 'off', after: hiding?.when ?? 'off' },
    ],
    from,
  );
  await addJob(db, refitTracker, { imei: params.imei }, { key: params.imei });
  await repository.touchLatest(db, key, now());
  await ctx.ports.live.announce(db, [{ accountId: actor.accountId, unitId: row.id, kind: 'position' }]);
  return workingHoursOf(ctx, row);
}

/** TRIP-032: asked of what is about to be saved for days gone by; whoever may not save it is refused. */
export async function checkTripTypes(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof checkTypesEndpoint>,
): Promise<CallData<typeof checkTypesEndpoint>> {
  const row = await findOpen(ctx, params.imei);
  requireCan(await unitCanOf(ctx, row), 'edit_all');
  const { working_hours: hours, default_trip_type: type } = body;
  const count = await countBecomingPrivate(ctx.db, keyOf(ctx, row), momentOf(ctx, body.from), {
    ...(hours === undefined ? {} : { workingHours: storedHours(hours, ctx.actor.timeZone) }),
    ...(type === undefined ? {} : { defaultTripType: type }),
  });
  return { becoming_private: count };
}
