import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  addSensor as addEndpoint,
  listSensors as listEndpoint,
  listSensorUnits as unitsEndpoint,
  listSensorTags as tagsEndpoint,
  saveSensor as saveEndpoint,
  Sensor,
} from '@spora/contract/sensors/endpoints';
import { macText, SENSORS_PER_UNIT } from '@spora/contract/sensors/rules';
import { familyNamed } from '@spora/protocols/list';
import { contactExpectedBy } from '../../core/fleet/shown-state.ts';
import { hasRight } from '../../core/fleet/member-rights.ts';
import { audit } from '../../core/people/audit.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { hiddenFromActor } from '../tracking/hiding/api.ts';
import { orderSensors } from './orders.ts';
import { mayEditSensors, requireMayEditSensors, type SensorEditor } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { isDoorOpen, NEW_SENSOR, readSettings } from './rules.ts';
import { tagPlaces } from './tags.ts';

/** Who asks, with the right that their part in units goes by. */
export const editorOf = async (ctx: MemberCtx): Promise<SensorEditor> => ({
  isAdmin: ctx.actor.isAdmin,
  ...(ctx.actor.visit && { visit: ctx.actor.visit }),
  mayEditUnits: await hasRight(ctx, 'edit-units'),
});

/** The sensors that the viewer sees; what nobody has paired yet is seen by those who could pair it, and by support, who look on. */
export async function shownSensors(ctx: MemberCtx, only: readModel.OnlySensors = {}): Promise<Sensor[]> {
  const editor = await editorOf(ctx);
  const withUnpaired = editor.isAdmin || editor.mayEditUnits;
  const rows = await readModel.sensorsOf(ctx, { withUnpaired, ...only });
  const moments = rows.flatMap((row) =>
    row.heard_unit_id === null || row.at === null
      ? []
      : [{ id: row.id, unitId: row.heard_unit_id, accountId: ctx.actor.accountId, at: row.at }],
  );
  const hidden = new Set([...(await hiddenFromActor(ctx, moments))].map(({ id }) => id));
  const places = await tagPlaces(
    ctx,
    rows.filter(({ id }) => !hidden.has(id)),
  );
  const can = { edit: mayEditSensors(editor) };
  return rows.map((row) => ({
    ...shown(row, hidden.has(row.id), ctx.now().getTime()),
    place: places.get(row.id) ?? null,
    can,
  }));
}

/** BLE-017: so long at least, however often a tracker reports. */
const STALE_AT_LEAST_S = 120;

function shown(row: readModel.SensorRow, isHidden: boolean, nowMs: number): Omit<Sensor, 'can' | 'place'> {
  const settings = readSettings(row.settings);
  const isPending = row.unit_id !== null && row.paired_at === null;
  const staleAfterS = Math.max(STALE_AT_LEAST_S, 2 * (row.interval_s ?? 0));
  return {
    id: row.id,
    mac: macText(row.mac),
    name: row.name,
    kind: row.kind,
    state: row.unit_id === null ? 'unpaired' : isPending ? 'pending' : 'paired',
    unit: row.unit_id === null ? null : { imei: row.imei ?? '', name: row.unit_name ?? '' },
    since: (row.paired_at ?? row.requested_at)?.toISOString() ?? null,
    expected_by:
      isPending && row.last_contact_at && row.interval_s !== null
        ? new Date(Math.max(nowMs, contactExpectedBy(row.last_contact_at.getTime(), row.interval_s))).toISOString()
        : null,
    expected_every_s: row.interval_s,
    value:
      row.at === null || isHidden
        ? null
        : {
            at: row.at.toISOString(),
            temperature_c: row.temperature_c,
            humidity_pct: row.humidity_pct,
            is_open: isDoorOpen(settings, row.magnet),
            battery_pct: row.battery_pct,
            battery_v: row.battery_v,
            battery_low: row.battery_low,
            is_stale: nowMs - row.at.getTime() > staleAfterS * 1000,
          },
    settings,
  };
}

/** BLE-012. */
export async function listSensors(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  return { sensors: await shownSensors(ctx), can: { add: mayEditSensors(await editorOf(ctx)) } };
}

/** MAP-001, BLE-019: those whose place may be told, by name. */
export async function listTags(ctx: MemberCtx): Promise<HandlerData<typeof tagsEndpoint>> {
  const tags = await shownSensors(ctx, { kind: 'tag' });
  return { tags: tags.flatMap(({ id, name, mac, place }) => (place ? [{ id, name, mac, ...place }] : [])) };
}

/** API-109. */
export const listPaired = async (ctx: MemberCtx): Promise<Sensor[]> =>
  (await shownSensors(ctx)).filter(({ state }) => state !== 'unpaired');
export const listUnpaired = async (ctx: MemberCtx): Promise<Sensor[]> =>
  (await shownSensors(ctx)).filter(({ state }) => state === 'unpaired');

/** Throws SensorNotRegistered for one that is not there, and for one of a unit that the viewer does not see (BLE-010). */
export async function getSensor(ctx: MemberCtx, id: number): Promise<Sensor> {
  const [sensor] = await shownSensors(ctx, { id });
  if (!sensor) throw new AppError('SensorNotRegistered', { status: 404 });
  return sensor;
}

/** BLE-002, BLE-013, BLE-014. */
export async function addSensor(ctx: MemberCtx, { body }: HandlerInput<typeof addEndpoint>): Promise<Sensor> {
  requireMayEditSensors(await editorOf(ctx));
  const { db, actor, now } = ctx;
  const id = await repository.insertSensor(db, actor.accountId, body, now());
  await repository.saveSettings(db, actor.accountId, id, NEW_SENSOR, now());
  await audit(ctx, 'sensor-added', body.name);
  return getSensor(ctx, id);
}

/** BLE-015: from now on, so that a rebuild equals living through it. */
export async function saveSensor(ctx: MemberCtx, { params, body }: HandlerInput<typeof saveEndpoint>): Promise<Sensor> {
  requireMayEditSensors(await editorOf(ctx));
  const { db, actor, now } = ctx;
  await repository.holdSensor(db, actor.accountId, params.id);
  const before = await getSensor(ctx, params.id);
  const { was, ...wanted } = body;
  const stands = { name: before.name, ...before.settings };
  requireUnchanged(stands, { ...wanted, was });
  const { name, ...settings } = wanted;
  await repository.changeSensor(db, actor.accountId, params.id, { name });
  await repository.saveSettings(db, actor.accountId, params.id, settings, now());
  const [row] = await readModel.sensorsOf(ctx, { withUnpaired: true, id: params.id });
  if (row?.unit_id) await ctx.ports.live.announce(db, [{ accountId: actor.accountId, unitId: row.unit_id, kind: 'sensor' }]);
  const changes = changesFor(stands, wanted);
  if (changes) await audit(ctx, 'sensor-changed', name, changes);
  return getSensor(ctx, params.id);
}

export async function removeSensor(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  requireMayEditSensors(await editorOf(ctx));
  const { db, actor, now } = ctx;
  const sensor = await getSensor(ctx, id);
  const [row] = await readModel.sensorsOf(ctx, { withUnpaired: true, id });
  await repository.changeSensor(db, actor.accountId, id, { removed_at: now() });
  if (row?.unit_id) {
    await repository.endPairings(db, actor.accountId, { unitId: row.unit_id, sensorId: id }, now());
    await orderSensors(ctx, row.unit_id, null);
  }
  await audit(ctx, 'sensor-removed', sensor.name);
  return {};
}

/** BLE-013: those whose tracker takes sensors. */
export async function listUnits(ctx: MemberCtx): Promise<HandlerData<typeof unitsEndpoint>> {
  const units = await readModel.sensorUnits(ctx);
  return units
    .filter(({ family }) => familyNamed(family ?? undefined)?.commands?.sensors)
    .map(({ imei, name, is_on, sensors }) => ({ imei, name, is_on, sensors, has_room: sensors < SENSORS_PER_UNIT }));
}
