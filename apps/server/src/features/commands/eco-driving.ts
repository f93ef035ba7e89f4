import type {
  EcoData,
  EcoThresholds,
  setEcoDriving as setEndpoint,
  withdrawCommand as withdrawEndpoint,
} from '@spora/contract/commands/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { maySetEco, requireMay } from './policy.ts';
import { ecoProfileOf, ecoText } from './profile-rules.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { deadlinesOf, isUnderWay, needsConfirmation, stateAt } from './rules.ts';
import * as commands from './service.ts';
import { findOpen, unitCanOf } from '../../core/fleet/managed-units.ts';
import { requireFeature } from '../../core/fleet/unit-features.ts';
import { audit } from '../../core/people/audit.ts';

const SUBJECT = 'eco-driving';

type Row = Awaited<ReturnType<typeof readModel.lastOf>>['recent'][number];
const thresholdsIn = (row: Pick<Row, 'parameters'> | undefined): EcoThresholds | null =>
  (row?.parameters as unknown as EcoThresholds | undefined) ?? null;
const wishedOf = (last: Row | undefined, now: Date): EcoThresholds | null =>
  last && isUnderWay(stateAt(last, now)) ? thresholdsIn(last) : null;

/** UNIT-030: what is in force, what waits for the tracker, and how the last change went. */
export async function readEcoDriving(ctx: MemberCtx, imei: string): Promise<EcoData> {
  const unit = await findOpen(ctx, imei);
  requireFeature(unit, 'eco');
  const now = ctx.now();
  const profile = ecoProfileOf(await readModel.familyOf(ctx.db, unit.id));
  const { recent, done } = await readModel.lastOf(ctx, unit.id, SUBJECT);
  const may = maySetEco(ctx.actor, (await unitCanOf(ctx, unit)).edit_all);
  const last = recent[0];
  return {
    profile: profile && { is_confirmed: profile.isConfirmed, source: profile.source },
    thresholds: thresholdsIn(done),
    wished: wishedOf(last, now),
    last: last ? commands.asCommand(last, now, may) : null,
    needs_confirmation: needsConfirmation(recent, now),
    can: { send: may && profile !== null },
  };
}

/** UNIT-029, API-104. */
export async function setEcoDriving(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof setEndpoint>,
): Promise<CallData<typeof setEndpoint>> {
  const unit = await findOpen(ctx, params.imei);
  requireMay(maySetEco(ctx.actor, (await unitCanOf(ctx, unit)).edit_all));
  requireFeature(unit, 'eco');
  const family = await readModel.familyOf(ctx.db, unit.id);
  const profile = ecoProfileOf(family);
  if (!profile || family === undefined) throw new AppError('CommandNotSupported', { status: 422 });
  const { confirm, was, ...thresholds } = body;
  await commands.requireConfirmed(ctx, unit.id, SUBJECT, confirm);
  const at = ctx.now();
  const { recent, done } = await readModel.lastOf(ctx, unit.id, SUBJECT);
  // While another waits for the tracker, that is what is told.
  if (wishedOf(recent[0], at) === null) requireUnchanged(thresholdsIn(done) ?? {}, { ...thresholds, was });
  const command_id = await repository.insertCommand(ctx.db, {
    unitId: unit.id,
    memberId: ctx.actor.memberId,
    kind: 'eco-driving',
    subject: SUBJECT,
    parameters: thresholds,
    family,
    text: ecoText(profile, thresholds),
    reason: '',
    at,
    ...deadlinesOf('eco-driving', at),
  });
  await audit(ctx, 'eco-driving-sent', unit.name, { state: thresholds.is_on ? 'on' : 'off' });
  return { command_id };
}

/** OUT-010: an output's change by whoever may switch it, thresholds by whoever may set them; what other features order they take back. */
export const withdrawCommand = (
  ctx: MemberCtx,
  input: HandlerInput<typeof withdrawEndpoint>,
): Promise<CallData<typeof withdrawEndpoint>> =>
  commands.withdrawCommand(ctx, input, async (row, unit) => {
    if (row.kind === 'output') return commands.maySwitchAgain(ctx, row, unit);
    return row.kind === 'eco-driving' && maySetEco(ctx.actor, (await unitCanOf(ctx, unit)).edit_all);
  });
