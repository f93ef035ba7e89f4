import type { DataOf } from '@spora/contract/endpoint-map';
import { useT } from '../../lib/i18n.tsx';

type Conflicts = DataOf<'places.preview'>['conflicts'];

/**
 * PLACE-009: which rule goes first where several fit the same trips, each thing said once: two rules of a place meet twice, and it
 * may meet several rules of another. `ownId`: of the place itself, null for a new one.
 */
export function useConflictTexts(ownId: number | null): (conflicts: Conflicts) => string[] {
  const t = useT();
  return (conflicts) => {
    const said = conflicts.flatMap((each) => {
      const rule = String(each.rule + 1);
      const why = t(`PlaceDecided-${each.decided_by}`);
      if (each.other_place_id === (ownId ?? 0)) return each.wins ? [t('PlaceConflictOwn', { rule })] : [];
      return [t(each.wins ? 'PlaceConflictWins' : 'PlaceConflictLoses', { rule, place: each.other_label, why })];
    });
    return [...new Set(said)];
  };
}
