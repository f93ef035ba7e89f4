import type { Place } from '@spora/contract/places/endpoints';
import { useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';

/** PLACE-005: rules in words. */
export function useRuleTexts(places: readonly Place[]): (rule: Place['rules'][number]) => string {
  const t = useT();
  const typeText = useTripTypeText();
  return (rule) => {
    const other = places.find(({ id }) => id === rule.other_place_id)?.label ?? t('PlaceOtherUnknown');
    const when = rule.when === 'between' ? t('PlaceSum-between', { place: other }) : t(`PlaceSum-${rule.when}`);
    const sets = [rule.type === null ? '' : typeText(rule.type), rule.purpose, rule.project, rule.note].filter(Boolean);
    return t('PlaceRuleSum', { when, sets: sets.join(', ') });
  };
}
