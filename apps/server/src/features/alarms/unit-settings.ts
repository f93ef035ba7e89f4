import type { HandlerInput } from '@spora/contract/endpoint';
import { alarmClassOf } from '@spora/contract/alarms/kinds';
import {
  type setUnitAlarms as setEndpoint,
  UNIT_ALARM_KINDS,
  type UnitAlarmSettings,
} from '@spora/contract/alarms/unit-settings';
import { findOpen, type ManagedUnit, unitCanOf } from '../../core/fleet/managed-units.ts';
import { requireCan } from '../../core/fleet/unit-rights.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { changeFrom, settingsOf } from '../../core/fleet/unit-settings.ts';
import { audit } from '../../core/people/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { readWorkingHours } from '../trips/working-hours/rules.ts';
import { brandOfAccount } from './account-brand.ts';
import { offKinds } from './watch/rules.ts';

/** API-110, ALARM-042. */
export async function getUnitAlarms(ctx: MemberCtx, imei: string): Promise<UnitAlarmSettings> {
  return shown(ctx, await findOpen(ctx, imei));
}

async function inForce({ db, actor, now }: MemberCtx, unit: ManagedUnit): Promise<Readonly<Record<string, unknown>>> {
  const rows = await settingsOf(db, { accountId: actor.accountId, unitId: unit.id });
  return rows.findLast(({ validFrom }) => validFrom <= now())?.settings ?? {};
}

async function shown(ctx: MemberCtx, unit: ManagedUnit): Promise<UnitAlarmSettings> {
  const settings = await inForce(ctx, unit);
  const off = offKinds(settings['alarms']);
  const limit = settings['speedLimitKmh'];
  const can = await unitCanOf(ctx, unit);
  const brand = await brandOfAccount(ctx);
  return {
    kinds: UNIT_ALARM_KINDS.map((kind) => ({ kind, class: alarmClassOf(kind, brand), is_on: !off.has(kind) })),
    speed_limit_kmh: typeof limit === 'number' ? limit : null,
    has_working_hours: readWorkingHours(settings['workingHours'])?.isActive ?? false,
    can: { edit: can.alarms && ctx.actor.visit === undefined },
  };
}

/** API-110: from now on, so that a rebuild equals living through it (decision 0052). */
export async function setUnitAlarms(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof setEndpoint>,
): Promise<UnitAlarmSettings> {
  const found = await findOpen(ctx, params.imei);
  requireCan(await unitCanOf(ctx, found), 'alarms');
  await lockRow(ctx.db, ctx.actor.accountId, found.id);
  const unit = await findOpen(ctx, params.imei);
  const before = (await inForce(ctx, unit))['alarms'];
  const stored = typeof before === 'object' && before !== null ? before : {};
  const alarms = { ...stored, ...Object.fromEntries(body.kinds.map(({ kind, is_on }) => [kind, is_on])) };
  await changeFrom(ctx.db, { accountId: ctx.actor.accountId, unitId: unit.id }, ctx.now(), { alarms });
  const off = offKinds(before);
  const told = changesFor(
    Object.fromEntries(body.kinds.map(({ kind }) => [`alarm-${kind}`, !off.has(kind)])),
    Object.fromEntries(body.kinds.map(({ kind, is_on }) => [`alarm-${kind}`, is_on])),
  );
  if (told) await audit(ctx, 'unit-changed', unit.name, { ...told, fields: 'alarms' });
  return shown(ctx, unit);
}
