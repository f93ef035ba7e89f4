import { dayIn } from '@spora/calendar/zones';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  removeHome as removeHomeEndpoint,
  SafeHome,
  safeHomePosition as positionEndpoint,
  saveHome as saveHomeEndpoint,
  saveSchedule as saveScheduleEndpoint,
  skipCheck as skipEndpoint,
  switchSafeHome as switchEndpoint,
} from '@spora/contract/safe-return/endpoints';
import { cutAddress, hasChecks, nextChecks } from '@spora/contract/safe-return/schedule';
import { findOpen } from '../../core/fleet/managed-units.ts';
import { requireFeature } from '../../core/fleet/unit-features.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { mayEditSafeHome, requireMayEditSafeHome } from './policy.ts';
import * as repository from './repository.ts';
import { isTimeZone, nextAfter, scheduleOf, toldOf } from './rules.ts';

async function requireEnabled({ db, actor }: MemberCtx): Promise<void> {
  if (!(await repository.isEnabled(db, actor.accountId))) throw new AppError('SafeHomeIsOff', { status: 403 });
}

/** API-048, SAFE-031. */
export async function listSafeHomes(ctx: MemberCtx): Promise<SafeHome[]> {
  await requireEnabled(ctx);
  return (await repository.safeHomes(ctx)).map((row) => shown(ctx, row));
}

function shown({ actor, now }: MemberCtx, row: repository.SafeHomeRow): SafeHome {
  const schedule = scheduleOf(row);
  const skipped = new Set(row.skipped.map((at) => Date.parse(at)));
  const last = row.last_check;
  return {
    imei: row.imei,
    name: row.name,
    RegistrationNumber: row.registration_number ?? '',
    status: row.is_on ? 1 : 0,
    schedule: JSON.stringify(schedule?.schedule ?? []),
    frequency: schedule?.frequency ?? 1,
    start_date: schedule?.start_date ?? null,
    time_zone: schedule?.time_zone ?? null,
    alert_time_zone: row.alert_time_zone,
    address: row.address ?? '',
    radius: row.radius_m,
    centerLat: row.lat_e7 === null ? null : row.lat_e7 / 1e7,
    centerLng: row.lon_e7 === null ? null : row.lon_e7 / 1e7,
    next_checks:
      schedule && row.is_on
        ? nextChecks(schedule, now().getTime()).map((at) => ({ at: new Date(at).toISOString(), is_skipped: skipped.has(at) }))
        : [],
    last_check: last && {
      at: new Date(last.at).toISOString(),
      result: last.result,
      home_at: last.home_at === null ? null : new Date(last.home_at).toISOString(),
    },
    can: { edit: mayEditSafeHome(actor) },
  };
}

/** A unit whose safe return home the call is about, as it stands. */
async function find(ctx: MemberCtx, imei: string): Promise<repository.SafeHomeRow> {
  await requireEnabled(ctx);
  const unit = await findOpen(ctx, imei);
  requireFeature(unit, 'safe-return');
  const [row] = await repository.safeHomes(ctx, imei);
  if (!row) throw new AppError('UnitNotFound');
  return row;
}

/** The same, held until the transaction ends, so that two changes are made one after the other. */
async function hold(ctx: MemberCtx, imei: string): Promise<repository.SafeHomeRow> {
  requireMayEditSafeHome(ctx.actor);
  const { unit_id } = await find(ctx, imei);
  await lockRow(ctx.db, ctx.actor.accountId, unit_id);
  return find(ctx, imei);
}

const keyOf = ({ actor }: MemberCtx, { unit_id }: repository.SafeHomeRow) => ({ accountId: actor.accountId, unitId: unit_id });

/** API-049, SAFE-012. */
export async function latestPosition(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof positionEndpoint>,
): Promise<CallData<typeof positionEndpoint>> {
  const row = await find(ctx, query.imei);
  const place = await repository.latestPlace(ctx, row.unit_id);
  return place ? { Latitude: place.lat_e7 / 1e7, Longitude: place.lon_e7 / 1e7 } : {};
}

/** API-050, SAFE-007, DEC-34. */
export async function switchSafeHome(ctx: MemberCtx, { body }: HandlerInput<typeof switchEndpoint>): Promise<SafeHome> {
  const row = await hold(ctx, body.imei);
  const isOn = body.status === 1;
  if (isOn === row.is_on) return shown(ctx, row);
  const schedule = scheduleOf(row);
  if (isOn && (row.radius_m === null || schedule === null || !hasChecks(schedule)))
    throw new AppError('SafeHomeEnableMsg', { status: 422 });
  const next = isOn && schedule ? nextAfter(schedule, ctx.now().getTime()) : null;
  await repository.save(ctx.db, keyOf(ctx, row), { is_on: isOn, next_at: next }, ctx.now());
  await audit(ctx, isOn ? 'safe-home-on' : 'safe-home-off', row.name);
  return shown(ctx, await find(ctx, body.imei));
}

/** API-051. */
export async function saveHome(ctx: MemberCtx, { body }: HandlerInput<typeof saveHomeEndpoint>): Promise<SafeHome> {
  const row = await hold(ctx, body.imei);
  requireUnchanged(shown(ctx, row), body);
  const home = {
    address: cutAddress(body.address),
    radius_m: body.radius,
    lat_e7: Math.round(body.centerLat * 1e7),
    lon_e7: Math.round(body.centerLng * 1e7),
  };
  await repository.save(ctx.db, keyOf(ctx, row), home, ctx.now());
  await auditChange(ctx, row, { ...row, ...home });
  return shown(ctx, await find(ctx, body.imei));
}

/** SAFE-032. */
export async function removeHome(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeHomeEndpoint>,
): Promise<CallData<typeof removeHomeEndpoint>> {
  const row = await hold(ctx, params.imei);
  const nowhere = { is_on: false, next_at: null, address: '', radius_m: null, lat_e7: null, lon_e7: null };
  await repository.save(ctx.db, keyOf(ctx, row), nowhere, ctx.now());
  await repository.forgetSkips(ctx.db, row.unit_id);
  await auditChange(ctx, row, { ...row, ...nowhere });
  return { ...shown(ctx, await find(ctx, params.imei)), turned_off: row.is_on };
}

/** When and how near a unit is to be home is told; of where its home is only that it was changed. */
async function auditChange(ctx: MemberCtx, before: repository.SafeHomeRow, after: repository.SafeHomeRow): Promise<void> {
  const told = changesFor(toldOf(before), toldOf(after), ['position']);
  if (told) await audit(ctx, 'safe-home-changed', before.name, told);
}

/** API-052, SAFE-025, SAFE-032, DEC-33, DEC-36. */
export async function saveSchedule(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveScheduleEndpoint>,
): Promise<CallData<typeof saveScheduleEndpoint>> {
  const row = await hold(ctx, body.imei);
  requireUnchanged(shown(ctx, row), body);
  if (!isTimeZone(body.time_zone)) throw new InputError({ time_zone: ['InvalidTimeZone'] });
  if (body.start_date !== row.start_date && body.start_date < dayIn(ctx.now(), body.time_zone))
    throw new InputError({ start_date: ['ErrSavePastDateMsg'] });
  const wanted = {
    schedule: body.schedule.slice(0, body.frequency),
    frequency: body.frequency,
    start_date: body.start_date,
    time_zone: body.time_zone,
  };
  const turnedOff = row.is_on && !hasChecks(wanted);
  const isOn = row.is_on && !turnedOff;
  const next = isOn ? nextAfter(wanted, ctx.now().getTime()) : null;
  const stored = { ...wanted, schedule: JSON.stringify(wanted.schedule), is_on: isOn, next_at: next };
  await repository.save(ctx.db, keyOf(ctx, row), stored, ctx.now());
  await repository.forgetSkips(ctx.db, row.unit_id);
  await auditChange(ctx, row, { ...row, ...stored });
  return { ...shown(ctx, await find(ctx, body.imei)), turned_off: turnedOff };
}

/** SAFE-030: of the checks that are told as the next ones. */
export async function skipCheck(ctx: MemberCtx, { body }: HandlerInput<typeof skipEndpoint>): Promise<SafeHome> {
  const row = await hold(ctx, body.imei);
  const at = new Date(body.at);
  const schedule = scheduleOf(row);
  if (!row.is_on || !schedule || !nextChecks(schedule, ctx.now().getTime()).includes(at.getTime()))
    throw new AppError('SafeHomeNoSuchCheck', { status: 422 });
  if (body.is_skipped) await repository.skip(ctx.db, ctx.actor.accountId, row.unit_id, at);
  else await repository.unskip(ctx.db, row.unit_id, at);
  await audit(ctx, body.is_skipped ? 'safe-home-skipped' : 'safe-home-not-skipped', row.name);
  return shown(ctx, await find(ctx, body.imei));
}
