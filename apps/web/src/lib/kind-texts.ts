import type { UnitState } from '@spora/contract/tracking/endpoints';
import { isWatercraft, type UnitKind } from '@spora/contract/units/values';
import type { Translate } from '@spora/messages/translate';

/** What a unit does, in the words of where it does it: a boat neither drives nor is parked, and nobody parks the phone in a pocket. */
export function stateText(state: UnitState, kind: UnitKind | null | undefined, t: Translate): string {
  if (state === 'moving' || state === 'parked') {
    if (isWatercraft(kind)) return t(`StateAtSea-${state}`);
    if (kind === 'phone') return t(`StateCarried-${state}`);
  }
  return t(`State-${state}`);
}

/** What one did that was heard of last while it drove: whether it still does, nobody knows. */
export const movedText = (kind: UnitKind | null | undefined, t: Translate): string =>
  t(isWatercraft(kind) ? 'StateThenAtSea' : kind === 'phone' ? 'StateThenCarried' : 'StateThenMoving');

/** For the words of its type: a boat's, a water jet's or a vehicle's. */
export const typeKindOf = (kind: UnitKind | null | undefined): 'boat' | 'jet' | 'vehicle' =>
  kind === 'water-jet' ? 'jet' : isWatercraft(kind) ? 'boat' : 'vehicle';

/** What several do, each in its words: a number of boats and cars that stand is not one of parked ones. */
export function stateTextOf(state: UnitState, kinds: Iterable<UnitKind | null | undefined>, t: Translate): string {
  const words = [...new Set([...kinds].map((kind) => stateText(state, kind, t)))].toSorted(
    (a, b) => Number(a !== t(`State-${state}`)) - Number(b !== t(`State-${state}`)),
  );
  return words.length === 0 ? t(`State-${state}`) : words.join(' / ');
}
