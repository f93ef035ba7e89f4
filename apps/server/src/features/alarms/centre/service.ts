import {
  type Alarm,
  ALARM_STATES,
  type getAlarm as getEndpoint,
  type listAlarms as listEndpoint,
  type muteUnit as muteEndpoint,
  type openAlarms as openEndpoint,
  type setAlarmState as setStateEndpoint,
} from '@spora/contract/alarms/centre';
import { ALARM_CLASSES, ALARM_KIND_NAMES, ALARM_URGENCIES, alarmFacts, overridesHiding } from '@spora/contract/alarms/kinds';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { ReceiverMessage } from '@spora/contract/alarms/receivers';
import { DELIVERY_LOG_KEPT_DAYS, MUTE_MAX_DAYS } from '@spora/contract/limits';
import { addDays } from '@spora/calendar/days';
import { DAY_MS } from '@spora/calendar/durations';
import { startOfDay } from '@spora/calendar/zones';
import { findManaged, findOpen, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { requireCan } from '../../../core/fleet/unit-rights.ts';
import { audit } from '../../../core/people/audit.ts';
import { listVisibleUnits } from '../../../core/fleet/visible-units.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { nearestLabel } from '../../addresses/api.ts';
import { hiddenFromActor } from '../../tracking/hiding/api.ts';
import { placeNamesOf } from '../place-names.ts';
import { messagesOfAlarm } from '../receivers/read-model.ts';
import { messageState } from '../receivers/rules.ts';
import { comingEscalations } from '../telling/repository.ts';
import { isDelayed } from '../telling/rules.ts';
import { announceAlarms } from './live.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';

/** ALARM-035. */
export async function listAlarms(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<HandlerData<typeof listEndpoint>> {
  const units = await listVisibleUnits(ctx, query.imeis);
  const zone = ctx.actor.timeZone;
  const filter: readModel.AlarmFilter = {
    states: amongst('states', query.states, ALARM_STATES),
    classes: amongst('classes', query.classes, ALARM_CLASSES),
    kinds: amongst('kinds', query.kinds, ALARM_KIND_NAMES),
    urgencies: amongst('urgencies', query.urgencies, ALARM_URGENCIES),
    unitIds: units.map(({ unitId }) => unitId),
    ...(query.from ? { from: startOfDay(query.from, zone) } : {}),
    ...(query.to ? { before: startOfDay(addDays(query.to, 1), zone) } : {}),
  };
  const page = { now: ctx.now(), limit: query.limit + 1, after: query.after === undefined ? undefined : markOf(query.after) };
  const rows = await readModel.listAlarms(ctx, filter, page);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    alarms: await toAlarms(ctx, shown),
    next: last && rows.length > shown.length ? `${last.shown_at.getTime()}-${last.id}` : null,
  };
}

/** Of a list in the address, those that there are; throws InputError for another. */
function amongst<T extends string>(field: string, values: readonly string[], known: readonly T[]): T[] {
  return values.map((value) => {
    const found = known.find((each) => each === value);
    if (found === undefined) throw new InputError({ [field]: ['InvalidInput'] });
    return found;
  });
}

function markOf(text: string): readModel.PageMark {
  const [, ms, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (ms === undefined || id === undefined) throw new InputError({ after: ['InvalidInput'] });
  return { shownAt: new Date(Number(ms)), id: Number(id) };
}

export async function openAlarms(ctx: MemberCtx): Promise<HandlerData<typeof openEndpoint>> {
  const now = ctx.now();
  const { fresh, open } = await readModel.countOpen(ctx, now);
  const [newest] = await readModel.listAlarms(ctx, { states: ['new'], saidAtOnce: true }, { now, limit: 1 });
  const [shown = null] = await toAlarms(ctx, newest ? [newest] : []);
  return { new_count: fresh, open_count: open, newest: shown, units: await readModel.openOfUnits(ctx, now) };
}

export async function getAlarm(ctx: MemberCtx, id: number): Promise<HandlerData<typeof getEndpoint>> {
  const [row] = await readModel.listAlarms(ctx, { ids: [id] }, { now: ctx.now(), limit: 1 });
  if (!row) throw new AppError('AlarmNotFound', { status: 404 });
  const muted = row.unit_id === null ? null : await repository.mutedUntil(ctx.db, ctx.actor.accountId, row.unit_id, ctx.now());
  const canMute = row.imei !== null && (await unitCanOf(ctx, await findManaged(ctx, row.imei))).edit_all;
  const moment = row.unit_id === null ? null : { unitId: row.unit_id, at: row.at, isSecurity: row.class === 'security' };
  const drove = moment === null || row.is_day_only ? null : await readModel.driverAt(ctx, moment);
  const [shown] = await toAlarms(ctx, [row]);
  if (!shown) throw new AppError('AlarmNotFound', { status: 404 });
  return {
    ...shown,
    muted_until: muted?.toISOString() ?? null,
    can: { mute: canMute },
    noticed_at: row.is_day_only ? null : row.noticed_at.toISOString(),
    ended_by: row.kind === 'theft-mode' && row.unit_id !== null ? await readModel.theftEndedBy(ctx, row.unit_id, row.at) : null,
    crossed_back_at: (await crossedBack(ctx, row))?.toISOString() ?? null,
    driver: drove && !drove.is_usual ? drove.name : null,
    usual_driver: drove?.is_usual ? drove.name : null,
    repeats_of: row.repeats_id === null || row.is_day_only ? null : await repeatedBy(ctx, row.repeats_id),
    sensor_id: row.is_day_only ? null : numberOf(row.details['sensor_id']),
    messages: ctx.actor.isAdmin && !row.is_day_only ? await messagesAbout(ctx, id) : null,
    escalations: ctx.actor.isAdmin && !row.is_day_only ? await escalationsOf(ctx, id) : null,
    call: ctx.actor.isAdmin ? await whomToRing(ctx, row.unit_id, drove) : null,
  };
}

async function crossedBack(
  ctx: MemberCtx,
  { kind, unit_id, is_day_only, details, at }: readModel.AlarmRow,
): Promise<Date | null> {
  const zoneId = numberOf(details['zone_id']);
  if (zoneId === null || unit_id === null || is_day_only) return null;
  return readModel.crossedBackAt(ctx, { unitId: unit_id, zoneId, at, kind });
}

/** The alarm that it was counted to, as far as the viewer is told of it. */
async function repeatedBy(ctx: MemberCtx, id: number): Promise<HandlerData<typeof getEndpoint>['repeats_of']> {
  const [first] = await readModel.listAlarms(ctx, { ids: [id] }, { now: ctx.now(), limit: 1 });
  if (!first || first.is_day_only) return null;
  return { id, at: first.at.toISOString(), messages: ctx.actor.isAdmin ? await messagesAbout(ctx, id) : null };
}

/** Of more somebody looks into the delivery log of a receiver. */
const MESSAGES_SHOWN = 50;

async function messagesAbout(ctx: MemberCtx, alarmId: number): Promise<HandlerData<typeof getEndpoint>['messages']> {
  const since = new Date(ctx.now().getTime() - DELIVERY_LOG_KEPT_DAYS * DAY_MS);
  const rows = await messagesOfAlarm(ctx, { alarmId, since, limit: MESSAGES_SHOWN });
  return rows.toReversed().map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    to: row.receiver_name ?? row.recipient,
    phone: row.receiver_phone,
    purpose: row.purpose as ReceiverMessage['purpose'],
    channel: row.channel as ReceiverMessage['channel'],
    state: messageState(row.state, row.outbox_state),
  }));
}

async function escalationsOf(
  { db, actor, now }: MemberCtx,
  alarmId: number,
): Promise<HandlerData<typeof getEndpoint>['escalations']> {
  const rows = await comingEscalations(db, actor.accountId, alarmId, now());
  return rows.map(({ to, after_min, due_at }) => ({ to, after_min, at: due_at.toISOString() }));
}

/** Who drove then, with a telephone; else who usually drives. */
async function whomToRing(ctx: MemberCtx, unitId: number | null, drove: { name: string; phone: string } | null) {
  if (drove && drove.phone !== '') return drove;
  return unitId === null ? null : readModel.usualDriver(ctx, unitId, ctx.now());
}

/** ALARM-036. */
export async function muteUnit(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof muteEndpoint>,
): Promise<HandlerData<typeof muteEndpoint>> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireCan(await unitCanOf(ctx, unit), 'edit_all');
  const at = now();
  const until = body.until === null ? null : new Date(body.until);
  if (until && (until <= at || until.getTime() > at.getTime() + MUTE_MAX_DAYS * DAY_MS))
    throw new AppError('MuteUntil', { status: 422 });
  await repository.setMute(db, actor.accountId, unit.id, { until, memberId: actor.memberId, at });
  await audit(ctx, until ? 'alarms-muted' : 'alarms-unmuted', unit.name, until ? { to: until.toISOString() } : {});
  return {};
}

export async function setState(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setStateEndpoint>,
): Promise<HandlerData<typeof setStateEndpoint>> {
  const { db, actor, now } = ctx;
  const ids = [...new Set(body.ids)];
  const read = () => readModel.listAlarms(ctx, { ids }, { now: now(), limit: ids.length });
  // What one is told nothing of is not there.
  if ((await read()).length < ids.length) throw new AppError('AlarmNotFound', { status: 404 });
  const change = { state: body.state, memberId: actor.memberId, at: now(), note: body.note };
  await announceAlarms(db, await repository.setState(db, actor.accountId, ids, change));
  return { alarms: await toAlarms(ctx, await read()) };
}

const done = (at: Date | null, by: string | null) => (at === null ? null : { at: at.toISOString(), by: by ?? '' });
const beganAt = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Alarms as the viewer is told of them, with the names that their places have now. */
async function toAlarms(ctx: MemberCtx, rows: readonly readModel.AlarmRow[]): Promise<Alarm[]> {
  const { db, actor } = ctx;
  // Security alarms override hiding, which stands in the audit log (DEC-49).
  const quiet = rows.filter((row) => !overridesHiding(row.kind, row.class));
  const moments = quiet.map(({ id, unit_id, at }) => ({ id, accountId: actor.accountId, unitId: unit_id, at }));
  const hidden = new Set([...(await hiddenFromActor(ctx, moments))].map(({ id }) => id));
  const points = rows.flatMap(({ id, unit_id, lat_e7, lon_e7, is_day_only }) =>
    lat_e7 === null || lon_e7 === null || is_day_only || hidden.has(id)
      ? []
      : [{ id, unitId: unit_id, latE7: lat_e7, lonE7: lon_e7 }],
  );
  const names = await placeNamesOf(db, actor.accountId, points);
  // Only of what messages went out an address was asked for.
  const told = new Set(rows.flatMap(({ id, details }) => (typeof details['place'] === 'string' ? id : [])));
  for (const { id, latE7, lonE7 } of points) {
    if (names.has(id) || told.has(id)) continue;
    const near = await nearestLabel(ctx, { lat: latE7 / 1e7, lon: lonE7 / 1e7 });
    if (near !== null) names.set(id, near);
  }
  return rows.map((row) => toAlarm(row, { placeName: names.get(row.id), isPlaceHidden: hidden.has(row.id) && !row.is_day_only }));
}

function toAlarm(
  row: readModel.AlarmRow,
  { placeName, isPlaceHidden }: { readonly placeName: string | undefined; readonly isPlaceHidden: boolean },
): Alarm {
  const isDayOnly = row.is_day_only;
  const place = placeName ?? row.details['place'];
  const told = <T>(value: T): T | null => (isDayOnly ? null : value);
  const where = <T>(value: T): T | null => (isPlaceHidden ? null : told(value));
  return {
    id: row.id,
    kind: row.kind,
    class: row.class,
    subject: told(row.subject) ?? '',
    unit:
      row.unit_id === null
        ? null
        : {
            id: row.unit_id,
            imei: row.imei,
            name: row.unit_name ?? '',
            registration_number: row.registration_number,
            kind: row.unit_kind ?? 'vehicle',
          },
    at: row.shown_at.toISOString(),
    is_day_only: isDayOnly,
    is_place_hidden: isPlaceHidden,
    is_delayed: !isDayOnly && isDelayed(row.at, row.details, row.noticed_at),
    began_at: told(beganAt(row.details['began'])),
    ended_at: told(row.ended_at)?.toISOString() ?? null,
    is_lasting: alarmFacts(row.kind).isLasting,
    lat: row.lat_e7 === null ? null : where(row.lat_e7 / 1e7),
    lng: row.lon_e7 === null ? null : where(row.lon_e7 / 1e7),
    place: typeof place === 'string' ? where(place) : null,
    is_position_unknown: !isDayOnly && row.details['position'] === 'unknown',
    value: told(numberOf(row.details['value'])),
    limit: told(numberOf(row.details['limit'])),
    telling: isDayOnly && row.telling === 'repeat' ? 'told' : row.telling,
    repeats: isDayOnly ? 0 : row.repeated,
    state: row.state,
    seen: done(row.seen_at, row.seen_by),
    handled: done(row.handled_at, row.handled_by),
    note: row.note,
    noted: done(row.noted_at, row.noted_by),
    reopened: done(row.reopened_at, row.reopened_by),
  };
}
