import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { reviewTolls, undoTollReview } from '@spora/contract/tolls/endpoints';
import { unitsWithFeature } from '../../core/fleet/unit-features.ts';
import { listVisibleUnits, visibleAmong } from '../../core/fleet/visible-units.ts';
import { audit } from '../../core/people/audit.ts';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { withNowPaid } from './now-paid.ts';
import { requireMayCorrect } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { type CorrectedPassage, SAME_PASSAGE_MS, standing, withCorrections } from './rules.ts';

/**
 * REP-014: what somebody says of many passages at once, after they looked through those that are not sure. All are said or none; what was
 * said just so before is not said again, so that the same request twice is as once.
 */
export async function review(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof reviewTolls>,
): Promise<HandlerData<typeof reviewTolls>> {
  requireMayCorrect(ctx.actor);
  const imeis = [...new Set(body.passages.map(({ imei }) => imei))];
  const units = new Map((await listVisibleUnits(ctx, imeis)).map((unit) => [unit.imei, unit]));
  const unitIds = [...units.values()].map(({ unitId }) => unitId);
  if ((await unitsWithFeature(ctx, unitIds, 'tolls')).length < unitIds.length) throw new AppError('FeatureOff', { status: 403 });
  return inTransaction(ctx, async (inside) => {
    const { db, actor, now } = inside;
    await repository.holdReviews(db, actor.accountId);
    const there = await passagesAround(inside, unitIds, body.passages);
    const said = body.passages.map(({ imei, station_id, at }) => {
      const unit = units.get(imei);
      const passage = unit && nearest(there.get(`${unit.unitId} ${station_id}`) ?? [], Date.parse(at));
      if (!unit || !passage) throw new AppError('TollPassageNotFound');
      return { unit, passage };
    });
    const news = said.filter(({ passage: { corrections } }) => {
      const last = standing(corrections);
      return last?.kind !== body.kind || last.amount !== null;
    });
    const rows = [...new Map(news.map((each) => [each.passage, each])).values()].map(({ passage }) => ({
      accountId: actor.accountId,
      unitId: passage.unitId,
      stationId: passage.stationId,
      at: new Date(passage.atMs),
      kind: body.kind,
      amount: null,
      currency: null,
      reason: body.reason,
      memberId: actor.memberId,
      madeAt: now(),
    }));
    const say = () => repository.insertCorrections(db, rows);
    const { said: ids, nowPaid } =
      body.kind === 'not-passed' && rows.length > 0
        ? await withNowPaid(inside, { unitIds, times: rows.map(({ at }) => at) }, say)
        : { said: await say(), nowPaid: 0 };
    for (const name of new Set(news.map(({ unit }) => unit.name)))
      await audit(inside, 'toll-corrected', name, { kind: body.kind === 'passed' ? 'confirmed' : body.kind });
    return { ids, now_paid: nowPaid };
  });
}

/** What the actor is told of, by unit and station, that may be one of those asked for. One that nobody passed stays there to be said so. */
async function passagesAround(
  ctx: MemberCtx,
  unitIds: readonly number[],
  asked: readonly { readonly at: string }[],
): Promise<Map<string, CorrectedPassage[]>> {
  const times = asked.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  const from = new Date((times[0] ?? 0) - SAME_PASSAGE_MS);
  const before = new Date((times.at(-1) ?? 0) + SAME_PASSAGE_MS + 1);
  const span = { unitIds, from, before };
  const said = await readModel.correctionsIn(ctx, span);
  const found = withCorrections(await readModel.passagesIn(ctx, span), said, () => null);
  const told = found.filter(({ isWithheld }) => !isWithheld);
  return Map.groupBy(told, ({ unitId, stationId }) => `${unitId} ${stationId}`);
}

/** The one of a station that is meant: late records may have moved it a little. */
const nearest = (passages: readonly CorrectedPassage[], atMs: number): CorrectedPassage | undefined =>
  passages
    .filter((each) => Math.abs(each.atMs - atMs) <= SAME_PASSAGE_MS)
    .sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))[0];

/** Takes back what still stands of it, of units that the actor sees and at times that they are told of. */
export async function undoReview(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof undoTollReview>,
): Promise<HandlerData<typeof undoTollReview>> {
  requireMayCorrect(ctx.actor);
  return inTransaction(ctx, async (inside) => {
    const { db, actor, now } = inside;
    const held = await repository.holdCorrections(db, actor.accountId, body.ids);
    if (held.length === 0) return { undone: 0 };
    const seen = await visibleAmong(inside, [...new Set(held.map(({ unit_id }) => unit_id))]);
    const times = held.map(({ at }) => at.getTime()).sort((a, b) => a - b);
    const before = new Date((times.at(-1) ?? 0) + 1);
    const told = await readModel.correctionsIn(inside, { unitIds: seen, from: new Date(times[0] ?? 0), before });
    const ids = new Set(told.flatMap(({ id, isWithheld }) => (isWithheld ? [] : id)));
    const undone = held.filter(({ id }) => ids.has(id));
    if (undone.length === 0) return { undone: 0 };
    await repository.undoCorrections(
      db,
      actor.accountId,
      undone.map(({ id }) => id),
      { memberId: actor.memberId, at: now() },
    );
    const units = await readModel.unitsById(inside, [...new Set(undone.map(({ unit_id }) => unit_id))]);
    for (const { name } of units.values()) await audit(inside, 'toll-correction-undone', name);
    return { undone: undone.length };
  });
}
