import { isWithinMonths } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import type {
  EcoEvent,
  EcoFigures,
  ecoEvents as eventsEndpoint,
  greenDriving as reportEndpoint,
} from '@spora/contract/eco/endpoints';
import { bandOf, ECO_DEFAULTS, ECO_KINDS, type EcoSettings, type EcoSource } from '@spora/contract/eco/rules';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { ECO_FAMILIES, LOG_MAX_MONTHS } from '@spora/contract/limits';
import { compareNames } from '@spora/messages/name-order';
import { inDepartments, requireTripLog, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { commandsOfUnits } from '../commands/api.ts';
import { monthsOf } from '../reports/rules.ts';
import { leftOut } from './left-out.ts';
import * as readModel from './read-model.ts';
import { distributionOf, type EcoPart, figuresOf, readSettings } from './rules.ts';

/** A stretch of the period in which neither the month nor the weights change. */
interface Stretch {
  readonly start: Date;
  readonly month: number;
  readonly weights: EcoSettings['weights'];
}

/**
 * API-074, REP-013: of the units that the caller sees, since a lock leaves others two reports and this is none of them (DEC-48); who is no
 * administrator is told of themselves only, where it is about drivers.
 */
export async function greenDriving(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof reportEndpoint>,
): Promise<HandlerData<typeof reportEndpoint>> {
  const asked = await askedUnits(ctx, body);
  const filter = await filterOf(ctx, body, asked, body.group_by === 'driver');
  const months = monthsOf(body.from, body.to);
  const stretches = await stretchesOf(ctx, filter, months);
  const starts = stretches.map(({ start }) => start);
  const sums = await readModel.ecoSums(ctx, filter, starts);
  const units = new Map(
    (await readModel.judgedUnits(ctx, [...new Set(sums.map(({ unit_id }) => unit_id))], starts[0] ?? ctx.now())).map((unit) => [
      unit.id,
      unit,
    ]),
  );
  const idlers = new Set(sums.flatMap((row) => (row.idle_s > 0 || units.get(row.unit_id)?.tells_idling ? row.unit_id : [])));
  const partOf = (row: readModel.EcoSums): EcoPart => ({
    trips: row.trips,
    distanceM: row.distance_m,
    judgedM: units.get(row.unit_id)?.is_own ? row.distance_m : row.dense_m,
    drivingS: row.driving_s,
    acceleration: row.acceleration,
    braking: row.braking,
    cornering: row.cornering,
    speeding: row.speeding,
    idling: row.idling,
    idleS: row.idle_s,
    engineS: idlers.has(row.unit_id) ? row.driving_s + row.idle_outside_s : 0,
    speedingS: row.speeding_s,
    weights: stretches[row.span]?.weights ?? ECO_DEFAULTS.weights,
  });
  const figures = (rows: readonly readModel.EcoSums[]): EcoFigures => {
    const sum = figuresOf(rows.map(partOf));
    const at_sea_m = rows.reduce((m, row) => (units.get(row.unit_id)?.is_boat ? m + row.distance_m : m), 0);
    return { ...sum, at_sea_m, band: sum.score === null ? null : bandOf(sum.score) };
  };
  const inMonths = (rows: readonly readModel.EcoSums[]) => {
    const byMonth = Map.groupBy(rows, ({ span }) => stretches[span]?.month);
    return { months: months.map((_, i) => figures(byMonth.get(i) ?? [])), total: figures(rows) };
  };
  const isByUnit = body.group_by === 'unit';
  const byKey = Map.groupBy(sums, (row) => (isByUnit ? row.unit_id : row.driver_id));
  const ids = [...byKey.keys()].filter((key) => key !== null);
  const named = await (isByUnit ? readModel.namesOfUnits : readModel.namesOfMembers)(ctx.db, ids);
  const names = new Map(named.map((row) => [row.id, row]));
  const commands = await commandsOfUnits(ctx.db, isByUnit ? ids : []);
  const setUpOf = (key: number | null): 'eco' | 'mode' | null => {
    const told = key === null ? undefined : commands.get(key);
    return told ? (ECO_FAMILIES.includes(told.family) ? 'eco' : 'mode') : null;
  };
  const rows = [...byKey].map(([key, list]) => {
    const { name = '', registration_number = null, imei = null } = (key === null ? undefined : names.get(key)) ?? {};
    const driven = list.map(({ unit_id }) => units.get(unit_id));
    const sources: EcoSource[] = [];
    if (driven.some((unit) => unit?.is_own)) sources.push('tracker');
    if (list.some((row) => row.dense_m > 0 && !units.get(row.unit_id)?.is_own)) sources.push('speed');
    return {
      ...{ id: key, name, registration_number, imei, sources, set_up: setUpOf(key) },
      has_speed_limit: driven.some((unit) => unit?.has_speed_limit) || list.some(({ speeding }) => speeding > 0),
      ...inMonths(list),
    };
  });
  return {
    time_zone: ctx.actor.timeZone,
    months,
    rows: rows.sort(
      (a, b) =>
        Number(a.id === null) - Number(b.id === null) ||
        (b.total.score ?? -1) - (a.total.score ?? -1) ||
        compareNames(a.name, b.name),
    ),
    totals: inMonths(sums),
    distribution: distributionOf(rows.map(({ total }) => total.score)),
    left_out: isByUnit && body.driver_ids.length === 0 ? await leftOut(ctx, asked, new Set(byKey.keys())) : [],
  };
}

/** REP-013: what a row of the report is made of. */
export async function ecoEvents(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof eventsEndpoint>,
): Promise<HandlerData<typeof eventsEndpoint>> {
  const filter = await filterOf(ctx, body, await askedUnits(ctx, body), body.driver_missing);
  const driverIds = body.driver_missing ? [...filter.driverIds, null] : filter.driverIds;
  const after = body.after === undefined ? undefined : markOf(body.after);
  const page = { kinds: body.kinds, limit: body.limit + 1, after };
  // Nobody but an administrator asks what others drove, nor what nobody did.
  const isNobodys = body.driver_missing && !ctx.actor.isAdmin;
  const rows = isNobodys ? [] : await readModel.ecoEvents(ctx, { ...filter, driverIds }, page);
  const shown = rows.slice(0, body.limit);
  const last = shown.at(-1);
  return { events: shown.map(asEvent), next: last && rows.length > shown.length ? markTextOf(last) : null };
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly imeis: readonly string[];
  readonly driver_ids: readonly number[];
  readonly departments: readonly string[];
}

/** The units that the caller sees and asks for. */
async function askedUnits(ctx: MemberCtx, asked: Asked): Promise<readonly number[]> {
  if (!isWithinMonths(asked.from, asked.to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  const seen = await visibleUnitIds(ctx);
  let unitIds: readonly number[] = seen;
  if (asked.imeis.length > 0) {
    const chosen = (await readModel.namesOfUnits(ctx.db, seen)).filter(({ imei }) => imei !== null && asked.imeis.includes(imei));
    if (chosen.length < new Set(asked.imeis).size) throw new AppError('UnitNotFound');
    unitIds = chosen.map(({ id }) => id);
  }
  return inDepartments(ctx, unitIds, asked.departments);
}

async function filterOf(
  ctx: MemberCtx,
  asked: Asked,
  unitIds: readonly number[],
  isByDriver: boolean,
): Promise<readModel.EcoFilter> {
  const onlySelf = !ctx.actor.isAdmin && (isByDriver || asked.driver_ids.length > 0);
  return {
    from: asked.from,
    to: asked.to,
    unitIds: await readModel.drivenUnits(ctx, await requireTripLog(ctx, unitIds)),
    driverIds: onlySelf ? [ctx.actor.memberId] : asked.driver_ids,
  };
}

/** The period cut where months begin and weights change. */
async function stretchesOf(
  ctx: MemberCtx,
  { from, to }: { from: string; to: string },
  months: readonly string[],
): Promise<Stretch[]> {
  const zone = ctx.actor.timeZone;
  const settings = await readModel.settingsOf(ctx);
  const monthStarts = months.map((month, i) => startOfDay(i === 0 ? from : `${month}-01`, zone));
  const changes = settings.map(({ valid_from }) => valid_from).filter((at) => at > monthStarts[0]! && at < startOfDay(to, zone));
  const starts = [...new Set([...monthStarts, ...changes].map(Number))].sort((a, b) => a - b);
  return starts.map((ms) => {
    const inForce = settings.findLast(({ valid_from }) => valid_from.getTime() <= ms);
    return {
      start: new Date(ms),
      month: monthStarts.findLastIndex((start) => start.getTime() <= ms),
      weights: inForce ? readSettings(inForce.settings).weights : ECO_DEFAULTS.weights,
    };
  });
}

const markTextOf = (row: readModel.EventRow): string => `${row.at.getTime()}-${row.unit_id}-${row.kind}`;

function markOf(text: string): readModel.PageMark {
  const [, ms, unitId, kind] = /^(\d{1,15})-(\d{1,15})-([a-z]{1,20})$/.exec(text) ?? [];
  if (ms === undefined || unitId === undefined || !ECO_KINDS.some((each) => each === kind))
    throw new InputError({ after: ['InvalidInput'] });
  return { at: new Date(Number(ms)), unitId: Number(unitId), kind: kind ?? '' };
}

const asEvent = (row: readModel.EventRow): EcoEvent => ({
  key: markTextOf(row),
  at: row.at.toISOString(),
  kind: row.kind,
  source: row.source,
  value: row.value,
  limit: row.limit_value,
  duration_s: row.duration_ms === null ? null : row.duration_ms / 1000,
  lat: row.lat_e7 === null ? null : row.lat_e7 / 1e7,
  lng: row.lon_e7 === null ? null : row.lon_e7 / 1e7,
  trip_id: row.trip_id,
  unit: { id: row.unit_id, name: row.unit_name, registration_number: row.registration_number, imei: row.imei },
  driver: row.driver ?? '',
});
