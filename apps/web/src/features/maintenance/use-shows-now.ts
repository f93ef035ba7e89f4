import type { ServicePlans } from '@spora/contract/maintenance/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { readingText } from '../../lib/number-text.ts';
import type { Measure } from './ahead-check.ts';
import type { DistanceUnit } from './plan-model.ts';
import { roundTo } from './reading-model.ts';

/** What meters show now, in kilometres and hours; null: nobody knows. */
export type ShownNow = Pick<ServicePlans['now'], Measure>;

/** What a meter shows now, beside a field for what it showed on another day; null where the field says it already, or nobody knows. */
export function useShowsNow(
  distance: DistanceUnit,
): (measure: Measure, shows: ShownNow | undefined, typed: string) => string | null {
  const t = useT();
  const format = useFormat();
  const { decimalSign } = LANGUAGE_FACTS[useLanguage().language];
  return (measure, shows, typed) => {
    const value = shows?.[measure] ?? null;
    if (value === null) return null;
    const now = roundTo(measure === 'km' ? value / distance.km : value, 1);
    if (readingText(now, decimalSign) === typed) return null;
    return t('PlanShowsNow', {
      reading: measure === 'km' ? `${format.number(Math.round(now))}\u00a0${distance.name}` : format.hours(Math.round(now)),
    });
  };
}
