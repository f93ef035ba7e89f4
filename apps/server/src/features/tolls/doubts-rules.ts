import type { TollDoubts } from '@spora/contract/tolls/endpoints';
import { compareNames } from '@spora/messages/name-order';
import { type ChargedPassage, isFree, isWithdrawn, standing, tollPlaceOf } from './rules.ts';

const yearOf = (stationId: string): number | null => {
  const place = tollPlaceOf(stationId);
  return place && 'asOfYear' in place ? (place.asOfYear ?? null) : null;
};

const byCurrency = (passages: readonly ChargedPassage[]): (readonly [string, readonly ChargedPassage[]])[] =>
  [...Map.groupBy(passages, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1));

const wholeUnits = (passages: readonly ChargedPassage[]): number =>
  passages.reduce((sum, { amount }) => sum + (amount ?? 0), 0) / 100;

/** Those that something of an earlier year is known of, by currency, with the earliest year. */
const dated = (passages: readonly ChargedPassage[], year: (passage: ChargedPassage) => number | null): TollDoubts['old'] =>
  byCurrency(passages.filter((passage) => year(passage) !== null)).map(([currency, list]) => ({
    currency,
    year: Math.min(...list.flatMap((passage) => year(passage) ?? [])),
    stations: new Set(list.map(({ stationId }) => stationId)).size,
    passages: list.length,
    amount: wholeUnits(list),
  }));

/** Something that may have cost money and of whose amount no person has said anything. */
const isOpen = (passage: ChargedPassage): boolean =>
  !isFree(passage) && !isWithdrawn(passage) && (standing(passage.corrections)?.amount ?? null) === null;

/** One of which it is not sure that anybody passed, and of which no person has said anything. */
export const isInDoubt = (passage: ChargedPassage): boolean =>
  isOpen(passage) && passage.isUncertain && !standing(passage.corrections);

/** Whether an amount is about right for a reason of its own: its place or its figure is rough, and nothing else that is told says so. */
const isRough = (passage: ChargedPassage): boolean =>
  Boolean(passage.amount) &&
  passage.isEstimate &&
  !isInDoubt(passage) &&
  yearOf(passage.stationId) === null &&
  passage.priceYear === undefined;

/** What is to be known of these passages before their amounts are believed; in whole units. Nobody doubts what a person said. */
export function doubtsOf(passages: readonly ChargedPassage[]): TollDoubts {
  const charged = passages.filter(isOpen);
  const priced = charged.filter(({ amount }) => amount !== null);
  const unpriced = Map.groupBy(
    charged.filter(({ amount }) => amount === null),
    ({ stationId }) => stationId,
  );
  return {
    unpriced: [...unpriced]
      .map(([stationId, list]) => ({
        station: tollPlaceOf(stationId)?.name ?? stationId,
        currency: list[0]?.currency ?? '',
        passages: list.length,
      }))
      .sort((a, b) => b.passages - a.passages || compareNames(a.station, b.station)),
    old: dated(priced, ({ stationId }) => yearOf(stationId)),
    last_known: dated(priced, ({ priceYear }) => priceYear ?? null),
    uncertain: byCurrency(passages.filter(isInDoubt)).map(([currency, list]) => ({
      currency,
      passages: list.length,
      unpriced: list.filter(({ amount }) => amount === null).length,
      rough_place: list.filter(({ stationId }) => tollPlaceOf(stationId)?.isApproximate === true).length,
      amount: wholeUnits(list),
    })),
    rough: byCurrency(priced.filter(isRough)).map(([currency]) => currency),
  };
}
