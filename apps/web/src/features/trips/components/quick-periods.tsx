import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { PERIOD_TEXTS } from '../../../lib/usual-periods.ts';
import chip from '../../../ui/chip.module.css';
import { periodOf, type TripSearch } from '../public/trip-search.ts';

const QUICK = ['today', 'yesterday'] as const;

/** On a phone: the days that somebody corrects trips of, one press away; once more is the usual period again. */
export function QuickPeriods(props: { search: TripSearch; onChange: (patch: Partial<TripSearch>) => void }): ReactNode {
  const t = useT();
  const period = periodOf(props.search);
  return QUICK.map((each) => (
    <button
      key={each}
      type="button"
      className={chip['chip']}
      aria-pressed={period === each}
      onClick={() =>
        props.onChange({
          period: period === each ? undefined : each,
          from: undefined,
          to: undefined,
          page: undefined,
          trip: undefined,
        })
      }
    >
      {t(PERIOD_TEXTS[each])}
    </button>
  ));
}
