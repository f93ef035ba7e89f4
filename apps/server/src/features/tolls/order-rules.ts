import type { TollOrder } from '@spora/contract/tolls/endpoints';
import { compareNames } from '@spora/messages/name-order';
import { type ChargedPassage, tollPlaceOf } from './rules.ts';

/** What people call the units and drivers of passages. */
export interface OrderNames {
  readonly unit: (id: number) => string;
  readonly driver: (id: number) => string;
}

const newestFirst = (a: ChargedPassage, b: ChargedPassage): number =>
  b.atMs - a.atMs || a.unitId - b.unitId || (a.stationId < b.stationId ? -1 : 1);

/**
 * Passages in the order asked for; what is alike in it stands the newest first, whichever way, so that a page begins where the one before
 * it ended. An amount that nobody knows comes last, whichever way.
 */
export function inOrder(
  passages: readonly ChargedPassage[],
  order: TollOrder | `-${TollOrder}`,
  names: OrderNames,
): readonly ChargedPassage[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as TollOrder;
  const way = isDown ? -1 : 1;
  if (column === 'at') return passages.toSorted((a, b) => way * (a.atMs - b.atMs) || newestFirst(a, b));
  if (column === 'amount')
    return passages.toSorted((a, b) => {
      if (a.amount === null || b.amount === null)
        return Number(a.amount === null) - Number(b.amount === null) || newestFirst(a, b);
      return way * (a.amount - b.amount) || newestFirst(a, b);
    });
  const text = textOf(column, names);
  const texts = new Map(passages.map((passage) => [passage, text(passage)]));
  return passages.toSorted((a, b) => way * compareNames(texts.get(a) ?? '', texts.get(b) ?? '') || newestFirst(a, b));
}

function textOf(column: Exclude<TollOrder, 'at' | 'amount'>, names: OrderNames): (passage: ChargedPassage) => string {
  switch (column) {
    case 'unit':
      return ({ unitId }) => names.unit(unitId);
    case 'station':
      return ({ stationId }) => tollPlaceOf(stationId)?.name ?? stationId;
    case 'type':
      return ({ trip }) => trip?.type ?? '';
    case 'driver':
      return ({ trip }) => (trip?.driverId ? names.driver(trip.driverId) : '');
  }
}
