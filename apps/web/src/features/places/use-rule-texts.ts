import type { Place } from '@spora/contract/places/endpoints';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';

/** PLACE-005: rules in words, with the units of one that is for some of the place's alone. */
export function useRuleTexts(places: readonly Place[]): (rule: Place['rules'][number]) => string {
  const t = useT();
  const typeText = useTripTypeText();
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  const names = new Map((data?.units ?? []).map(({ imei, name }) => [imei, name]));
  return (rule) => {
    const other = places.find(({ id }) => id === rule.other_place_id)?.label ?? t('PlaceOtherUnknown');
    const when = rule.when === 'between' ? t('PlaceSum-between', { place: other }) : t(`PlaceSum-${rule.when}`);
    const sets = [rule.type === null ? '' : typeText(rule.type), rule.purpose, rule.project, rule.note].filter(Boolean);
    const sum = t('PlaceRuleSum', { when, sets: sets.join(', ') });
    if (rule.imeis?.length === 0) return t('PlaceRuleForSilent', { rule: sum });
    const units = (rule.imeis ?? []).flatMap((imei) => names.get(imei) ?? []);
    return units.length > 0 ? t('PlaceRuleFor', { rule: sum, units: units.join(', ') }) : sum;
  };
}
