import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  armedZone as armedEndpoint,
  armZone as armEndpoint,
  disarmZone as disarmEndpoint,
} from '@spora/contract/zones/endpoints';
import { ZONE_NAME_MAX, ZONE_RADIUS_M } from '@spora/contract/zones/rules';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createTranslate } from '@spora/messages/translate';
import { findVisibleUnit } from '../../core/fleet/visible-units.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import { positionAsTold } from '../tracking/api.ts';
import { mayEditZone, requireMayEditZone } from './policy.ts';
import * as readModel from './read-model.ts';
import { e7, readInactive } from './rules.ts';
import * as service from './service.ts';

/**
 * MAP-012, MAP-013: one tap; a unit that is armed already is armed where it is now. Whoever taps wants it guarded from then on: hours in
 * which its zone had been made to rest are gone, and that it leaves is told. Of a place that is named, as for another radius, they stay.
 */
export async function arm(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof armEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
): Promise<HandlerData<typeof armEndpoint>> {
  const { db, actor } = ctx;
  const unit = await findVisibleUnit(ctx, body.imei);
  const sight = await service.sightOf(ctx);
  requireMayEditZone(sight.editor, { unitIds: [unit.unitId] }, sight.visible);
  const { lat, lng } = body;
  const centre = lat !== undefined && lng !== undefined ? { lat, lng } : await positionAsTold(ctx, unit.unitId);
  if (!centre) throw new AppError('ZoneNoPosition', { status: 422 });
  const [armed] = await readModel.zonesOf(db, actor.accountId, { armedUnitId: unit.unitId });
  const before = armed ? (await service.hold(ctx, armed.id)).row : null;
  const kept = lat === undefined ? null : before;
  const id = await service.write(ctx, {
    fields: {
      name: before?.name ?? (await freeName(ctx, unit.name, language)),
      address: '',
      latE7: e7(centre.lat),
      lonE7: e7(centre.lng),
      radiusM: body.radius ?? before?.radiusM ?? ZONE_RADIUS_M.usual,
      isActive: true,
      alarm: kept?.alarm ?? (before && before.alarm !== 'leave' ? 'both' : 'leave'),
      theftModeOnLeave: before?.theftModeOnLeave ?? false,
      inactive: kept ? readInactive(kept.inactive) : null,
    },
    unitIds: before?.unitIds ?? [unit.unitId],
    before,
    sight,
    armedUnitId: unit.unitId,
  });
  await audit(ctx, 'zone-armed', unit.name);
  return { command_id: null, geofence: await service.getZone(ctx, id) };
}

/** A name that no zone has: that of the unit, with a number where it is taken. */
async function freeName({ db, actor }: MemberCtx, unitName: string, language: RequestFacts['language']): Promise<string> {
  const t = createTranslate(language, CATALOGUES[language]);
  const name = t('ZoneArmedName', { unit: unitName }).slice(0, ZONE_NAME_MAX);
  const taken = new Set((await readModel.zonesOf(db, actor.accountId)).map((zone) => zone.name.toLowerCase()));
  for (let n = 1; ; n++) {
    const tail = n === 1 ? '' : ` ${n}`;
    const free = name.slice(0, ZONE_NAME_MAX - tail.length) + tail;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

export async function disarm(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof disarmEndpoint>,
): Promise<HandlerData<typeof disarmEndpoint>> {
  const unit = await findVisibleUnit(ctx, body.imei);
  const [armed] = await readModel.zonesOf(ctx.db, ctx.actor.accountId, { armedUnitId: unit.unitId });
  if (!armed) return {};
  const { row } = await service.hold(ctx, armed.id);
  await service.remove(ctx, row);
  await audit(ctx, 'zone-disarmed', unit.name);
  return {};
}

export async function armedZone(ctx: MemberCtx, imei: string): Promise<HandlerData<typeof armedEndpoint>> {
  const unit = await findVisibleUnit(ctx, imei);
  const sight = await service.sightOf(ctx);
  const rows = await readModel.zonesOf(ctx.db, ctx.actor.accountId, { armedUnitId: unit.unitId });
  const [geofence] = await service.toZones(ctx, rows, sight);
  const mayArm = mayEditZone(sight.editor, { unitIds: [unit.unitId] }, sight.visible);
  return { geofence: geofence ?? null, can: { arm: mayArm && (sight.units.get(unit.unitId)?.has_feature ?? false) } };
}
