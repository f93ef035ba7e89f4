import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { correctToll, undoTollCorrection } from '@spora/contract/tolls/endpoints';
import { requireTold } from '../../core/fleet/private-use.ts';
import { requireFeatureOf } from '../../core/fleet/unit-features.ts';
import { findVisibleUnit, visibleAmong } from '../../core/fleet/visible-units.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { withNowPaid } from './now-paid.ts';
import { requireMayCorrect } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { currencyOfArea, SAME_PASSAGE_MS, standing, tollPlaceOf, withCorrections } from './rules.ts';

/**
 * REP-014. What was computed stays as it is; the newest that stands counts. Nobody corrects anything at a time of which they are told
 * nothing, whether or not somebody passed there then.
 */
export async function correct(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof correctToll>,
): Promise<HandlerData<typeof correctToll>> {
  requireMayCorrect(ctx.actor);
  const { db, actor, now } = ctx;
  const unit = await findVisibleUnit(ctx, body.imei);
  const at = new Date(body.at);
  await requireTold(ctx, unit.unitId, at);
  await requireFeatureOf(ctx, unit.unitId, 'tolls');
  const place = tollPlaceOf(body.station_id);
  if (!place) throw new AppError('TollStationUnknown');
  if (at > now()) throw new AppError('TollInFuture');
  const isThere = await hasPassage(ctx, unit.unitId, body.station_id, at);
  if (body.kind === 'passed' && isThere) throw new AppError('TollPassageThere');
  if (body.kind !== 'passed' && !isThere) throw new AppError('TollPassageNotFound');
  const amount = body.kind === 'not-passed' || body.amount === null ? null : Math.round(body.amount * 100);
  const say = () =>
    repository.insertCorrection(db, {
      accountId: actor.accountId,
      unitId: unit.unitId,
      stationId: body.station_id,
      at,
      kind: body.kind,
      amount,
      currency: amount === null ? null : currencyOfArea(place.area),
      reason: body.reason,
      memberId: actor.memberId,
      madeAt: now(),
    });
  const { said: id, nowPaid } =
    body.kind === 'not-passed'
      ? await withNowPaid(ctx, { unitIds: [unit.unitId], times: [at] }, say)
      : { said: await say(), nowPaid: 0 };
  // Where and when stays out of the log, and what it cost: others read it, who may be told nothing of that time, or not any more.
  await audit(ctx, 'toll-corrected', unit.name, { kind: body.kind === 'passed' ? 'added' : body.kind });
  return { id, now_paid: nowPaid };
}

/** Whether the actor is told of a passage of the station at about that time. One that was entered counts for as long as it stands. */
async function hasPassage(ctx: MemberCtx, unitId: number, stationId: string, at: Date): Promise<boolean> {
  const before = new Date(at.getTime() + SAME_PASSAGE_MS + 1);
  const span = { unitIds: [unitId], from: new Date(at.getTime() - SAME_PASSAGE_MS), before };
  const said = await readModel.correctionsIn(ctx, span);
  const passages = withCorrections(await readModel.passagesIn(ctx, span), said, () => ({ trip: null, isWithheld: false }));
  return passages.some(
    (passage) => passage.stationId === stationId && !passage.isWithheld && standing(passage.corrections)?.kind !== 'not-passed',
  );
}

export async function undo(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof undoTollCorrection>,
): Promise<HandlerData<typeof undoTollCorrection>> {
  requireMayCorrect(ctx.actor);
  const { db, actor, now } = ctx;
  const held = await repository.holdCorrection(db, actor.accountId, params.id);
  const isSeen = held !== undefined && (await visibleAmong(ctx, [held.unit_id])).length > 0;
  if (!isSeen) throw new AppError('TollCorrectionNotFound', { status: 404 });
  await requireTold(ctx, held.unit_id, held.at);
  await repository.undoCorrections(db, actor.accountId, [params.id], { memberId: actor.memberId, at: now() });
  const units = await readModel.unitsById(ctx, [held.unit_id]);
  await audit(ctx, 'toll-correction-undone', units.get(held.unit_id)?.name ?? '');
  return {};
}
