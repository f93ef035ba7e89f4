import { DAY_MS } from '@spora/calendar/durations';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  listZones as listEndpoint,
  orderState as orderStateEndpoint,
  saveZone as saveEndpoint,
  saveZoneRules as saveRulesEndpoint,
  setAlertDays as setDaysEndpoint,
  setZoneState as setStateEndpoint,
  Zone,
  zoneRules as rulesEndpoint,
  zoneUnits as unitsEndpoint,
} from '@spora/contract/zones/endpoints';
import { ZONES_PER_ACCOUNT, ZONES_PER_UNIT } from '@spora/contract/zones/rules';
import { compareNames } from '@spora/messages/name-order';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { hasRight } from '../../core/fleet/member-rights.ts';
import { findVisibleUnit, listVisibleUnits, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { audit } from '../../core/people/audit.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { maySeeZone, mayEditZone, requireMayEditZone, type ZoneEditor } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { type LastCrossing, lastCrossingsOf } from './watch-read-model.ts';
import { deviceOf, deviceOfAll, e7, readInactive, shownInactive, storedInactive } from './rules.ts';

/** What the actor may see, read once for a call. */
export interface Sight {
  readonly editor: ZoneEditor;
  readonly visible: ReadonlySet<number>;
  readonly units: ReadonlyMap<number, readModel.SeenUnit>;
}

export async function sightOf(ctx: MemberCtx): Promise<Sight> {
  const ids = await visibleUnitIds(ctx);
  const units = await readModel.unitsOf(ctx.db, ctx.actor.accountId, ids);
  return {
    editor: { isAdmin: ctx.actor.isAdmin, mayEditPlaces: await hasRight(ctx, 'edit-places') },
    visible: new Set(ids),
    units: new Map(units.map((unit) => [unit.id, unit])),
  };
}

/** Zones as the actor is shown them; those of units that they do not see are not there. */
export async function toZones(ctx: MemberCtx, rows: readonly readModel.ZoneRow[], sight: Sight): Promise<Zone[]> {
  const { db, actor } = ctx;
  const seen = rows.filter((row) => maySeeZone(row, sight.visible));
  const ids = seen.map(({ id }) => id);
  const orders = new Map(
    (await readModel.ordersOf(db, actor.accountId, ids)).map((row) => [`${row.zone_id} ${row.unit_id}`, row]),
  );
  const last = await readModel.lastEventsOf(ctx, ids, [...sight.visible]);
  const crossed = await lastCrossingsOf(ctx, ids);
  // What is seen is in order of name.
  const rank = new Map([...sight.units.keys()].map((unitId, i) => [unitId, i]));
  const rankOf = (unit: readModel.SeenUnit): number => rank.get(unit.id) ?? 0;
  return seen.map((row) => {
    const units = row.unitIds.flatMap((unitId) => sight.units.get(unitId) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
    const devices = units.map((unit) => deviceOf(orders.get(`${row.id} ${unit.id}`) ?? null));
    const hours = readInactive(row.inactive);
    const event = last.get(row.id);
    return {
      id: row.id,
      name: row.name,
      address: row.address,
      lat: row.latE7 / 1e7,
      lng: row.lonE7 / 1e7,
      radius: row.radiusM,
      is_active: row.isActive,
      alarm: row.alarm,
      theft_mode_on_leave: row.theftModeOnLeave,
      inactive: shownInactive(hours),
      time_zone: hours?.timeZone ?? actor.timeZone,
      is_armed: row.armedUnitId !== null,
      armed_since: row.armedSince?.toISOString() ?? null,
      imeis: units.flatMap(({ imei }) => imei ?? []),
      units: units.map(({ id, imei, name }, i) => ({
        ...{ id, imei, name, device: shownDevice(devices[i]) },
        crossed: shownCrossing(crossed.get(`${row.id} ${id}`)),
      })),
      device: shownDevice(deviceOfAll(devices)),
      last_event: event
        ? { at: event.at.toISOString(), direction: event.direction, unit_name: sight.units.get(event.unit_id)?.name ?? '' }
        : null,
      can: { edit: mayEditZone(sight.editor, row, sight.visible) },
    };
  });
}

const shownCrossing = (last: LastCrossing | undefined): Zone['units'][number]['crossed'] =>
  last ? { at: last.at.toISOString(), direction: last.direction } : null;

const shownDevice = (device: ReturnType<typeof deviceOf> = { state: 'saved', at: null }): Zone['device'] => ({
  state: device.state,
  at: device.at?.toISOString() ?? null,
});

/** API-077. */
export async function listZones(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<HandlerData<typeof listEndpoint>> {
  const { db, actor } = ctx;
  const unitId = query.imei === undefined ? undefined : (await findVisibleUnit(ctx, query.imei)).unitId;
  const sight = await sightOf(ctx);
  return {
    geofences: await toZones(ctx, await readModel.zonesOf(db, actor.accountId, { unitId }), sight),
    min_radius: await readModel.minRadiusOf(db, actor.accountId),
    can: { add: mayEditZone(sight.editor, { unitIds: [] }, sight.visible) && sight.visible.size > 0 },
  };
}

/** Unknown, foreign and not to be seen look alike. */
async function findZoneRow(ctx: MemberCtx, id: number, visible: ReadonlySet<number>): Promise<readModel.ZoneRow> {
  const [row] = await readModel.zonesOf(ctx.db, ctx.actor.accountId, { ids: [id] });
  if (!row || !maySeeZone(row, visible)) throw new AppError('ZoneNotFound');
  return row;
}

export async function getZone(ctx: MemberCtx, id: number): Promise<Zone> {
  const sight = await sightOf(ctx);
  const [zone] = await toZones(ctx, [await findZoneRow(ctx, id, sight.visible)], sight);
  if (!zone) throw new AppError('ZoneNotFound');
  return zone;
}

export const minRadiusOf = ({ db, actor }: MemberCtx): Promise<number> => readModel.minRadiusOf(db, actor.accountId);

/**
 * A zone that the actor may change, held until the transaction ends; the projector is kept from its units, and from those that it is to
 * have: all of them at once, so that two changes never wait for each other.
 */
export async function hold(
  ctx: MemberCtx,
  id: number,
  wanted: readonly number[] = [],
): Promise<{ row: readModel.ZoneRow; sight: Sight }> {
  const { db, actor } = ctx;
  await repository.lockZone(db, actor.accountId, id);
  const sight = await sightOf(ctx);
  const row = await findZoneRow(ctx, id, sight.visible);
  requireMayEditZone(sight.editor, row, sight.visible);
  await lockUnits(db, [...row.unitIds, ...wanted]);
  return { row, sight };
}

const fieldsOf = (row: readModel.ZoneRow): repository.ZoneFields => ({ ...row, inactive: readInactive(row.inactive) });

/** API-078. */
export async function saveZone(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<HandlerData<typeof saveEndpoint>> {
  const { actor } = ctx;
  const named = [...new Set((await listVisibleUnits(ctx, body.imeis)).map(({ unitId }) => unitId))];
  const before = body.id === null ? null : await hold(ctx, body.id, named);
  const sight = before?.sight ?? (await sightOf(ctx));
  const wanted = { ...body, is_active: body.active };
  if (before) requireUnchanged((await toZones(ctx, [before.row], sight))[0] ?? {}, wanted);
  const unitIds = withSilent(named, before?.row.unitIds ?? [], sight);
  requireMayEditZone(sight.editor, { unitIds }, sight.visible);
  const fields: repository.ZoneFields = {
    name: body.name,
    address: body.address,
    latE7: e7(body.lat),
    lonE7: e7(body.lng),
    radiusM: body.radius,
    isActive: body.active,
    alarm: body.alarm,
    theftModeOnLeave: body.theft_mode_on_leave,
    inactive: storedInactive(body.inactive, before && readInactive(before.row.inactive), actor.timeZone),
  };
  const id = await write(ctx, { fields, unitIds, before: before?.row ?? null, sight });
  const told = before
    ? changesFor(
        toldOf(fieldsOf(before.row), without(before.row.unitIds, unitIds), sight),
        toldOf(fields, without(unitIds, before.row.unitIds), sight),
        ['position', 'inactive'],
      )
    : { ...unitsTold(unitIds, sight), changes: contentOf(fields).map(([field, after]) => ({ field, before: null, after })) };
  if (told) await audit(ctx, 'zone-saved', body.name, told);
  return { id, geofence: await getZone(ctx, id) };
}

const without = (ids: readonly number[], others: readonly number[]): number[] => ids.filter((id) => !others.includes(id));

/** As the audit log tells it, with the units that the other side has not; of where the zone is and when it rests only that it was changed. */
const toldOf = (fields: repository.ZoneFields, unitIds: readonly number[], { units }: Sight) => ({
  name: fields.name,
  position: `${fields.latE7} ${fields.lonE7}`,
  radius_m: fields.radiusM,
  active: fields.isActive,
  zone_alarm: fields.alarm,
  theft_mode_on_leave: fields.theftModeOnLeave,
  inactive: JSON.stringify(fields.inactive),
  units: unitIds.map((id) => units.get(id)?.name ?? '').toSorted(compareNames),
});

/** So many units are named; of more the number says it. */
const NAMED_MAX = 5;
const unitsTold = (unitIds: readonly number[], { units }: Sight): { units: string | number } => {
  const names = unitIds
    .map((id) => units.get(id)?.name ?? '')
    .filter(Boolean)
    .toSorted(compareNames);
  return {
    units: names.length === unitIds.length && names.length <= NAMED_MAX && names.length > 0 ? names.join(', ') : unitIds.length,
  };
};

/** What a zone is that was added or removed, but for where. */
const contentOf = ({ radiusM, alarm, theftModeOnLeave, isActive }: repository.ZoneFields) =>
  [
    ['radius_m', radiusM],
    ['zone_alarm', alarm],
    ...(theftModeOnLeave ? ([['theft_mode_on_leave', true]] as const) : []),
    ...(isActive ? [] : ([['active', false]] as const)),
  ] as const;

interface Writing {
  readonly fields: repository.ZoneFields;
  readonly unitIds: readonly number[];
  readonly before: readModel.ZoneRow | null;
  readonly sight: Sight;
  readonly armedUnitId?: number;
}

/** Writes what a zone is from now on. What has been refused leaves nothing behind: the transaction ends with it. */
export async function write(ctx: MemberCtx, { fields, unitIds, before, sight, armedUnitId }: Writing): Promise<number> {
  const { db, actor, now } = ctx;
  const minRadius = await readModel.minRadiusOf(db, actor.accountId);
  if (fields.radiusM < minRadius && fields.radiusM !== before?.radiusM)
    throw new AppError('ZoneRadiusTooSmall', { params: { count: minRadius } });
  const added = unitIds.filter((unitId) => !before?.unitIds.includes(unitId));
  if (added.some((unitId) => !sight.units.get(unitId)?.has_feature)) throw new AppError('FeatureOff', { status: 403 });
  await lockUnits(db, [...new Set([...unitIds, ...(before?.unitIds ?? [])])]);
  await requireRoom(ctx, added, before?.id ?? null);
  const at = now();
  if (!before && (await readModel.countZones(db, actor.accountId)) >= ZONES_PER_ACCOUNT) throw new AppError('TooManyZones');
  if (before) await repository.updateZone(db, actor.accountId, before.id, fields, at);
  const id = before?.id ?? (await repository.insertZone(db, actor.accountId, fields, { at, armedUnitId: armedUnitId ?? null }));
  await repository.setUnits(db, actor.accountId, id, unitIds);
  await repository.writeWatch(db, actor.accountId, [id], at);
  return id;
}

/** GEO-004: a sixth zone of a unit is refused. The units are held, so that of two racing calls one is. */
async function requireRoom({ db, actor }: MemberCtx, unitIds: readonly number[], besideId: number | null): Promise<void> {
  const counts = await readModel.zonesPerUnit(db, actor.accountId, unitIds, besideId);
  if ([...counts.values()].some((count) => count >= ZONES_PER_UNIT)) throw new AppError('ZoneLimitReached', { status: 422 });
}

/** Units in which no tracker sits at the moment cannot be named by a number: those that were there stay. */
const withSilent = (wanted: readonly number[], before: readonly number[], { units }: Sight): number[] => [
  ...wanted,
  ...before.filter((id) => !wanted.includes(id) && units.get(id)?.imei === null),
];

/** API-079. */
export async function removeZone(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { row, sight } = await hold(ctx, id);
  await remove(ctx, row);
  const changes = contentOf(fieldsOf(row)).map(([field, before]) => ({ field, before, after: null }));
  await audit(ctx, 'zone-removed', row.name, { ...unitsTold(row.unitIds, sight), changes });
  return {};
}

/** The zone is there no more from now on. */
export async function remove({ db, actor, now }: MemberCtx, row: readModel.ZoneRow): Promise<void> {
  await repository.markRemoved(db, actor.accountId, row.id, now());
  await repository.writeWatch(db, actor.accountId, [row.id], now());
}

/** So long what was removed can be brought back. */
const RESTORED_WITHIN_MS = DAY_MS;

/**
 * GEO-017: a zone that was removed lately is there again, as it was, from now on. What a new one could not be for now is refused, as its
 * units may have got others meanwhile.
 */
export async function restoreZone(ctx: MemberCtx, id: number): Promise<Zone> {
  const { db, actor, now } = ctx;
  const at = now();
  await repository.lockZone(db, actor.accountId, id);
  const sight = await sightOf(ctx);
  const removedSince = new Date(at.getTime() - RESTORED_WITHIN_MS);
  const [row] = await readModel.zonesOf(db, actor.accountId, { ids: [id], removedSince });
  if (!row || !maySeeZone(row, sight.visible)) throw new AppError('ZoneNotFound');
  requireMayEditZone(sight.editor, row, sight.visible);
  if (row.unitIds.some((unitId) => !sight.units.get(unitId)?.has_feature)) throw new AppError('FeatureOff', { status: 403 });
  await lockUnits(db, row.unitIds);
  await requireRoom(ctx, row.unitIds, id);
  if ((await readModel.countZones(db, actor.accountId)) >= ZONES_PER_ACCOUNT) throw new AppError('TooManyZones');
  // A unit is armed in one place: of one that is armed anew by now that is its place.
  const { armedUnitId } = row;
  if (armedUnitId !== null && (await readModel.zonesOf(db, actor.accountId, { armedUnitId })).length > 0)
    throw new AppError('ZoneNotFound');
  await repository.markStanding(db, actor.accountId, id, at);
  await repository.writeWatch(db, actor.accountId, [id], at);
  const changes = contentOf(fieldsOf(row)).map(([field, after]) => ({ field, before: null, after }));
  await audit(ctx, 'zone-saved', row.name, { ...unitsTold(row.unitIds, sight), changes });
  return getZone(ctx, id);
}

/** Writes some fields of a zone that the actor may change. */
async function change(
  ctx: MemberCtx,
  id: number,
  fieldsFor: (row: readModel.ZoneRow) => Partial<repository.ZoneFields>,
): Promise<Zone> {
  const { db, actor, now } = ctx;
  const { row } = await hold(ctx, id);
  const fields = fieldsFor(row);
  await repository.updateZone(db, actor.accountId, id, { ...fieldsOf(row), ...fields }, now());
  await repository.writeWatch(db, actor.accountId, [id], now());
  const isActive = fields.isActive ?? row.isActive;
  await audit(ctx, 'zone-saved', row.name, { active: isActive, ...changesFor({ active: row.isActive }, { active: isActive }) });
  return getZone(ctx, id);
}

/** API-080. */
export async function setState(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof setStateEndpoint>,
): Promise<HandlerData<typeof setStateEndpoint>> {
  const geofence = await change(ctx, params.id, () => ({ isActive: body.active }));
  return { pending: geofence.device.state === 'waiting', geofence };
}

/** API-081. */
export const setAlertDays = async (
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof setDaysEndpoint>,
): Promise<HandlerData<typeof setDaysEndpoint>> => ({
  geofence: await change(ctx, params.id, (row) => ({
    inactive: body.days.length > 0 ? storedInactive(body, readInactive(row.inactive), ctx.actor.timeZone) : null,
  })),
});

/** GEO-015. */
export async function listUnits(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof unitsEndpoint>,
): Promise<HandlerData<typeof unitsEndpoint>> {
  const { db, actor } = ctx;
  const sight = await sightOf(ctx);
  const own = query.id === undefined ? null : await findZoneRow(ctx, query.id, sight.visible);
  const counts = await readModel.zonesPerUnit(db, actor.accountId, [...sight.visible], own?.id ?? null);
  const intervals = await readModel.intervalsOf(ctx, [...sight.visible]);
  return {
    units: [...sight.units.values()].flatMap((unit) => {
      if (unit.imei === null || unit.is_retired) return [];
      const zones = counts.get(unit.id) ?? 0;
      return {
        imei: unit.imei,
        name: unit.name,
        registration_number: unit.registration_number,
        zones,
        reason: own?.unitIds.includes(unit.id)
          ? null
          : !unit.has_feature
            ? ('feature-off' as const)
            : zones >= ZONES_PER_UNIT
              ? ('limit' as const)
              : null,
        report_interval_s: intervals.get(unit.id) ?? null,
        takes_zones: false,
      };
    }),
    min_radius: await readModel.minRadiusOf(db, actor.accountId),
  };
}

/** API-083. */
export async function orderState(ctx: MemberCtx, commandId: number): Promise<HandlerData<typeof orderStateEndpoint>> {
  const order = await readModel.orderOf(ctx.db, ctx.actor.accountId, commandId);
  if (!order || !(await visibleUnitIds(ctx)).includes(order.unit_id)) throw new AppError('NotFound');
  const isOver = order.expires_at <= ctx.now() || (order.confirm_by !== null && order.confirm_by <= ctx.now());
  if (order.state === 'acknowledged') return { state: 'acknowledged' };
  if (order.state === 'failed' || order.state === 'withdrawn') return { state: 'rejected' };
  if (order.state === 'timed-out' || order.state === 'expired') return { state: 'timed-out' };
  return { state: order.state !== 'queued' && isOver ? 'timed-out' : 'waiting' };
}

/** API-084. */
export async function listRules(ctx: MemberCtx): Promise<HandlerData<typeof rulesEndpoint>> {
  const sight = await sightOf(ctx);
  const rows = await readModel.zonesOf(ctx.db, ctx.actor.accountId);
  return {
    rules: rows
      .filter((row) => maySeeZone(row, sight.visible))
      .map((row) => ({
        id: row.id,
        name: row.name,
        is_active: row.isActive,
        alarm: row.alarm,
        theft_mode_on_leave: row.theftModeOnLeave,
      })),
  };
}

export async function saveRules(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveRulesEndpoint>,
): Promise<HandlerData<typeof saveRulesEndpoint>> {
  const { db, actor, now } = ctx;
  const rules = new Map(body.rules.map((rule) => [rule.id, rule]));
  const ids = [...rules.keys()].sort((a, b) => a - b);
  for (const id of ids) await repository.lockZone(db, actor.accountId, id);
  const sight = await sightOf(ctx);
  const rows = await readModel.zonesOf(db, actor.accountId, { ids });
  if (rows.length < ids.length || !rows.every((row) => maySeeZone(row, sight.visible))) throw new AppError('ZoneNotFound');
  for (const row of rows) requireMayEditZone(sight.editor, row, sight.visible);
  await lockUnits(
    db,
    rows.flatMap(({ unitIds }) => unitIds),
  );
  await repository.updateRules(db, actor.accountId, [...rules.values()], now());
  await repository.writeWatch(db, actor.accountId, ids, now());
  for (const row of rows) {
    const rule = rules.get(row.id);
    const told = rule && changesFor(ruleOf(row.alarm, row.theftModeOnLeave), ruleOf(rule.alarm, rule.theft_mode_on_leave));
    if (told) await audit(ctx, 'zone-saved', row.name, told);
  }
  return {};
}

const ruleOf = (zone_alarm: string, theft_mode_on_leave: boolean) => ({ zone_alarm, theft_mode_on_leave });
