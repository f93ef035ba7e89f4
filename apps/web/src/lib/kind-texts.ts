import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { UnitKind } from '@spora/contract/units/endpoints';
import type { Translate } from '@spora/messages/translate';

/** What a unit does, in the words of where it does it: a boat neither drives nor is parked. */
export const stateText = (state: UnitState, kind: UnitKind | null | undefined, t: Translate): string =>
  kind === 'boat' && (state === 'moving' || state === 'parked') ? t(`StateAtSea-${state}`) : t(`State-${state}`);

/** What one did that was heard of last while it drove: whether it still does, nobody knows. */
export const movedText = (kind: UnitKind | null | undefined, t: Translate): string =>
  t(kind === 'boat' ? 'StateThenAtSea' : 'StateThenMoving');

/** What several do, each in its words: a number of boats and cars that stand is not one of parked ones. */
export function stateTextOf(state: UnitState, kinds: Iterable<UnitKind | null | undefined>, t: Translate): string {
  const words = [...new Set([...kinds].map((kind) => stateText(state, kind, t)))].toSorted(
    (a, b) => Number(a !== t(`State-${state}`)) - Number(b !== t(`State-${state}`)),
  );
  return words.length === 0 ? t(`State-${state}`) : words.join(' / ');
}
