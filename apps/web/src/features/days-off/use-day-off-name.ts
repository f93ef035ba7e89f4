import type { DayOff } from '@spora/contract/days-off/endpoints';
import { useT } from '../../lib/i18n.tsx';

/** What a day off is called: by the account, or by the country in the reader's language. */
export function useDayOffName(): (day: DayOff) => string {
  const t = useT();
  return ({ holiday, kind, name }) => {
    if (name !== '') return name;
    if (holiday === null) return t('DaysOffUnnamed');
    const text = t(`Holiday_${holiday}`);
    return kind === 'substitute' ? t('DaysOffSubstitute', { name: text }) : text;
  };
}
