import { dayIn } from '@spora/calendar/zones';
import type { PersonalFiles } from '../../core/face.ts';
import { visibleAmong } from '../../core/fleet/visible-units.ts';
import { personalCsv, personalJson, type PersonalWords } from '../../core/personal-csv.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { type DriverPassage, passagesOfDriver } from './personal-read-model.ts';
import { readTolls } from './reckoning.ts';
import { type ChargedPassage, passageKey, tollPlaceOf } from './rules.ts';

interface ToldPassage extends Omit<DriverPassage, 'unit_id' | 'at_ms'> {
  readonly at: string;
  readonly station: string;
  /** What it cost, where that is known. */
  readonly amount?: number;
  readonly currency?: string;
  readonly is_estimate?: boolean;
}

/** SEC-015, TRIP-032: the stations that a member passed, by name, with what that cost as the toll report tells whoever asks. */
export async function tollFiles(
  ctx: MemberCtx,
  memberId: number,
  unitIds: readonly number[] | null,
  words: PersonalWords,
): Promise<PersonalFiles> {
  const passages = await passagesOfDriver(ctx, ctx.actor.accountId, memberId, unitIds);
  if (passages.length === 0) return { files: {} };
  const costs = await costsOf(ctx, passages);
  const told = passages.map(({ unit_id: unitId, at_ms: atMs, unit, ...passage }): ToldPassage => {
    const cost = costs.get(passageKey({ unitId, stationId: passage.station_id, atMs }));
    return {
      at: new Date(atMs).toISOString(),
      unit,
      station: tollPlaceOf(passage.station_id)?.name ?? passage.station_id,
      ...(cost && cost.amount !== null && { amount: cost.amount / 100, currency: cost.currency, is_estimate: cost.isEstimate }),
      ...passage,
    };
  });
  const { t, own } = words;
  const heads = [
    t('TollsTime'),
    t('TollsUnit'),
    t('TollsStation'),
    t('TollsAmount'),
    t('ExportRefuelling-currency'),
    t('TollsMark'),
  ];
  const rows = told.map((passage) => [
    { at: passage.at, as: 'minute' as const },
    passage.unit,
    passage.station,
    { number: passage.amount ?? null, decimals: 2 },
    passage.currency ?? '',
    passage.is_estimate ? own('PersonalEstimate') : '',
  ]);
  return { files: { 'toll-passages.csv': personalCsv(heads, rows, words), 'toll-passages.json': personalJson(told) } };
}

/** By their keys. Of units that the one who asks sees no longer none is told: a price tells of others who drove there the same day. */
async function costsOf(ctx: MemberCtx, passages: readonly DriverPassage[]): Promise<Map<string, ChargedPassage>> {
  const { timeZone } = ctx.actor;
  const unitIds = await visibleAmong(ctx, [...new Set(passages.map(({ unit_id: id }) => id))]);
  const dayOf = (passage: DriverPassage | undefined): string => dayIn(new Date(passage?.at_ms ?? 0), timeZone);
  const { told } = await readTolls(ctx, { from: dayOf(passages[0]), to: dayOf(passages.at(-1)), unitIds, driverIds: [] });
  return new Map(told.map((passage) => [passageKey(passage), passage]));
}
