import { DAY_MS } from '@spora/calendar/durations';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  cancelMode as cancelEndpoint,
  ModeData,
  previewModes as previewEndpoint,
  setMode as setEndpoint,
  setModes as setManyEndpoint,
  TheftMode,
} from '@spora/contract/modes/endpoints';
import type { ChosenMode, Mode } from '@spora/contract/modes/modes';
import { AppError } from '../../platform/app-error.ts';
import type { MemberActor, MemberCtx } from '../../platform/ctx.ts';
import { findOpen, isShutOutOf, type ManagedUnit, managedUnits } from '../../core/fleet/managed-units.ts';
import { wasEverHeardBefore } from '../../core/log/heard.ts';
import { isFeatureOn } from '../../core/fleet/unit-features.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { audit } from '../../core/people/audit.ts';
import { type SecurityReceivers, securityReceiversOf } from '../alarms/api.ts';
import { commandsOfUnits } from '../commands/api.ts';
import { requestMode, withdrawRequest } from './ordering.ts';
import { mayChangeReporting, requireMayChangeReporting } from './policy.ts';
import { ratesSeen } from './rates.ts';
import * as readModel from './read-model.ts';
import {
  expectedAtMs,
  hasGotTheft,
  isPowered,
  lastAsked,
  modeAfterTheft,
  modesBeforeTheft,
  modesOf,
  pendingState,
  type Reporting,
  restingIn,
} from './rules.ts';
import { byName } from '../../platform/database/name-order.ts';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const reportingOf = (unit: ManagedUnit, current: Mode | null): Reporting => ({
  lastContactMs: unit.last_contact_at?.getTime() ?? null,
  seenS: unit.report_interval_s,
  current,
});

interface Reported {
  readonly profile: Parameters<typeof modesOf>[0];
  readonly current: readModel.ModeRow | null;
  readonly pending: readModel.ModeRow | null;
}

export function toTheft(row: readModel.TheftRow, reported: Reported): TheftMode {
  const after = modeAfterTheft(row.mode_before, modesOf(reported.profile));
  return {
    since: row.started_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    by: row.by ?? '',
    cause: row.zone_name === '' ? 'person' : 'zone',
    zone: row.zone_name,
    mode_after: after,
    resting_after_s: after && restingIn(after, row.rest_before_s),
    was_set: row.is_asked && after === row.mode_before,
    changes_reporting: modeToFollow(row, reported) !== null,
  };
}

/** DEC-51: what is asked of the tracker when theft mode ends, or stands by itself then; null: how it reports does not change. */
export function modeToFollow(
  theft: Pick<readModel.TheftRow, 'mode_before' | 'is_asked'>,
  { profile, current, pending }: Reported,
): ChosenMode | null {
  if (!hasGotTheft(current, pending) && !theft.is_asked) return null;
  return modeAfterTheft(theft.mode_before, modesOf(profile));
}

/** DEC-51: what would follow theft mode that is turned on now, and whether it was ever set from here. */
function afterTheft(
  unit: ManagedUnit,
  { profile, current, pending }: Reported,
  restingS: number | null,
): ModeData['after_theft'] {
  const { asked, before, restS } = modesBeforeTheft(lastAsked({ current, pending }), {
    seenS: unit.report_interval_s,
    isFed: isPowered(unit.named),
    restingS,
  });
  const mode = modeAfterTheft(before, modesOf(profile));
  return mode === null ? null : { mode, resting_s: restingIn(mode, restS), was_set: mode === asked };
}

/** How units report: the tracker's profile, what is in force, and what waits; in the order of the units. */
async function statesOf(ctx: MemberCtx, units: readonly ManagedUnit[]) {
  const { db, actor } = ctx;
  const ids = units.map(({ id }) => id);
  const modes = await readModel.modesOfUnits(db, actor.accountId, ids);
  const thefts = new Map((await readModel.theftsOn(db, actor.accountId, ids)).map((theft) => [theft.unit_id, theft]));
  const commands = await commandsOfUnits(db, ids);
  return units.map((unit) => {
    const { current = null, pending = null } = modes.get(unit.id) ?? {};
    return {
      unit,
      commands: commands.get(unit.id) ?? null,
      current,
      pending,
      theft: thefts.get(unit.id) ?? null,
      expectedAt: iso(expectedAtMs(reportingOf(unit, current?.mode ?? null), ctx.now().getTime())),
    };
  });
}
type State = Awaited<ReturnType<typeof statesOf>>[number];
const stateOf = async (ctx: MemberCtx, unit: ManagedUnit): Promise<State> => (await statesOf(ctx, [unit]))[0]!;

/** How often a unit reports is learned from one report to the next: of its first day only what was supposed before it is known. */
const isIntervalKnown = (ctx: MemberCtx, unitId: number): Promise<boolean> =>
  wasEverHeardBefore(ctx.db, unitId, new Date(ctx.now().getTime() - DAY_MS));

/** Where it was never set from here: how it was seen to report. Of a unit in somebody else's private use, and of one in its first day, nothing. */
async function ratesToTell(ctx: MemberCtx, { unit, current }: Pick<State, 'unit' | 'current'>): Promise<ModeData['rates']> {
  if (current !== null || unit.state === 'private' || !(await isIntervalKnown(ctx, unit.id))) return null;
  const { movingS, restingS } = await ratesSeen(ctx, unit.id);
  return movingS === null && restingS === null ? null : { moving_s: movingS, resting_s: restingS };
}

/** DEC-51: how often a unit that was never set from here usually reports while it stands, as its card says; null: it was, or nobody knows. */
export async function usualRestOf(ctx: MemberCtx, unit: ManagedUnit): Promise<number | null> {
  const { current } = await stateOf(ctx, unit);
  return (await ratesToTell(ctx, { unit, current }))?.resting_s ?? null;
}

/** MODE-009: who the one is; the receivers are administrators' to see, and everybody is told of oneself. */
function receiverTold(actor: MemberActor, { only }: SecurityReceivers): ModeData['only_security_receiver'] {
  if (only === null) return null;
  const isOwn = only.memberId === actor.memberId;
  return isOwn || actor.isAdmin ? { name: only.name, is_own: isOwn, ways: [...only.ways] } : null;
}

/** MODE-007, MODE-008. */
export async function readMode(ctx: MemberCtx, imei: string): Promise<ModeData> {
  const unit = await findOpen(ctx, imei);
  const { commands, current, pending, theft, expectedAt } = await stateOf(ctx, unit);
  const may = (await mayChangeReporting(ctx)) && unit.retired_at === null;
  const profile = commands?.modes;
  const receivers = await securityReceiversOf(ctx.db, ctx.actor.accountId, unit.id);
  const rates = await ratesToTell(ctx, { unit, current });
  return {
    profile: profile ? { is_confirmed: profile.isConfirmed, source: profile.source } : null,
    current: current?.active_from
      ? { mode: current.mode, resting_s: current.still_s, since: current.active_from.toISOString() }
      : null,
    pending: pending && {
      mode: pending.mode,
      since: pending.requested_at.toISOString(),
      by: pending.by ?? '',
      expected_at: expectedAt,
      state: pendingState(pending.given_up_as, pending.command_state),
    },
    theft: theft && toTheft(theft, { profile, current, pending }),
    after_theft: theft ? null : afterTheft(unit, { profile, current, pending }, rates?.resting_s ?? null),
    interval_s: (await isIntervalKnown(ctx, unit.id)) ? unit.report_interval_s : null,
    rates,
    is_powered: isPowered(unit.named),
    security_receivers: receivers.count,
    only_security_receiver: receiverTold(ctx.actor, receivers),
    security_receiver_names: ctx.actor.isAdmin ? [...receivers.names] : [],
    last_contact: unit.last_contact_at?.toISOString() ?? null,
    expected_at: expectedAt,
    modes: modesOf(profile),
    can: {
      set: may && profile !== undefined,
      theft: may && isFeatureOn(unit, 'theft'),
      track: may && commands?.tracking !== undefined,
    },
  };
}

/** API-106, API-057, ROLE-006. */
export async function setMode(ctx: MemberCtx, imei: string, mode: ChosenMode): Promise<CallData<typeof setEndpoint>> {
  await requireMayChangeReporting(ctx);
  const unit = await findOpen(ctx, imei);
  const state = await stateOf(ctx, unit);
  if (state.theft) throw new AppError('TheftModeIsOn', { status: 409 });
  await change(ctx, state, mode);
  return { pending: true, expected_at: state.expectedAt };
}

async function change(ctx: MemberCtx, { unit, current, pending }: State, mode: Mode) {
  const { db, actor, now } = ctx;
  const at = now();
  const request = { accountId: actor.accountId, unitId: unit.id, memberId: actor.memberId, mode, at };
  if (!(await requestMode(db, request))) throw new AppError('ModeNotSupported', { status: 422 });
  await insertChanges(db, actor, unit.id, at, [{ field: 'mode', before: (pending ?? current)?.mode ?? '', after: mode }]);
  await audit(ctx, 'mode-changed', unit.name, { mode });
}

/** MODE-008: what the tracker has got already is not taken back. */
export async function cancelMode(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof cancelEndpoint>,
): Promise<CallData<typeof cancelEndpoint>> {
  await requireMayChangeReporting(ctx);
  const unit = await findOpen(ctx, params.imei);
  const { current, pending, theft } = await stateOf(ctx, unit);
  if (theft) throw new AppError('TheftModeIsOn', { status: 409 });
  if (!pending) return {};
  if (pendingState(pending.given_up_as, pending.command_state) === 'sent') throw new AppError('CommandIsSent');
  await withdrawRequest(ctx.db, { accountId: ctx.actor.accountId, unitId: unit.id, at: ctx.now() });
  const change = { field: 'mode', before: pending.mode, after: current?.mode ?? '' };
  await insertChanges(ctx.db, ctx.actor, unit.id, ctx.now(), [change]);
  await audit(ctx, 'mode-withdrawn', unit.name, { mode: pending.mode });
  return {};
}

type Preview = CallData<typeof previewEndpoint>['units'][number];

async function judged(ctx: MemberCtx, { imeis, mode }: { readonly imeis: readonly string[]; readonly mode: ChosenMode }) {
  await requireMayChangeReporting(ctx);
  const found = await managedUnits(ctx)
    .where('fitted.imei', 'in', [...new Set(imeis)])
    .where('unit.retired_at', 'is', null)
    .orderBy(byName('unit.name'))
    .execute();
  if (found.length === 0) throw new AppError('UnitNotFound', { status: 404 });
  return (await statesOf(ctx, found)).map((state) => {
    const { unit } = state;
    const isShut = isShutOutOf(ctx, unit);
    const told: Preview = {
      imei: unit.imei ?? '',
      name: unit.name,
      current: isShut ? null : (state.current?.mode ?? null),
      expected_at: isShut ? null : state.expectedAt,
      refused: isShut ? 'locked' : refusalOf(state, mode),
      modes: isShut ? [] : modesOf(state.commands?.modes),
    };
    return { state, told };
  });
}

function refusalOf({ commands, current, pending, theft }: State, mode: ChosenMode): Preview['refused'] {
  if (theft) return 'theft';
  if (!modesOf(commands?.modes).includes(mode)) return 'not-supported';
  return (pending ?? current)?.mode === mode ? 'same' : null;
}

export async function previewModes(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof previewEndpoint>,
): Promise<CallData<typeof previewEndpoint>> {
  return { units: (await judged(ctx, body)).map(({ told }) => told) };
}

/** Those that cannot are left as they are, and counted. */
export async function setModes(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setManyEndpoint>,
): Promise<CallData<typeof setManyEndpoint>> {
  const units = await judged(ctx, body);
  const able = units.filter(({ told }) => told.refused === null);
  for (const { state } of able) await change(ctx, state, body.mode);
  return { changed: able.length, left: units.length - able.length };
}
