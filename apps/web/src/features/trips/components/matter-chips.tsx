import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import chip from '../../../ui/chip.module.css';
import { Icon } from '../../../ui/icon.tsx';
import type { TripPage } from '../model.ts';
import { MATTERS, NO_FILTERS, type Matter, type TripSearch } from '../public/trip-search.ts';
import styles from './matter-chips.module.css';

const ONE_PAGE = { page: undefined, trip: undefined } as const;

/** The inbox of the log: what is open in the period, counted by the server and by no filter; a chip shows these trips alone. */
export function MatterChips(props: {
  totals: TripPage['totals'] | null;
  search: TripSearch;
  onChange: (patch: Partial<TripSearch>) => void;
}): ReactNode {
  const { totals, search, onChange } = props;
  const t = useT();
  const format = useFormat();
  const counts: Record<Matter, number> = {
    purpose: totals?.purpose_missing ?? 0,
    driver: totals?.driver_missing ?? 0,
    odometer: totals?.odometer_gap ?? 0,
  };
  const shown = MATTERS.filter((matter) => counts[matter] > 0 || search.matter === matter);
  if (shown.length === 0) return null;
  return (
    <div className={styles['chips']} role="group" aria-label={t('OpenMatters')}>
      <span className={styles['label']} aria-hidden="true">
        {t('OpenMatters')}
      </span>
      {shown.map((matter) => (
        <button
          key={matter}
          type="button"
          className={chip['chip']}
          aria-pressed={search.matter === matter}
          // The number is of the whole period: so is what it leads to.
          onClick={() => onChange(search.matter === matter ? { ...ONE_PAGE, matter: undefined } : { ...NO_FILTERS, matter })}
        >
          {t(`Matter-${matter}`)} <strong>{format.number(counts[matter])}</strong>
          {search.matter === matter && <Icon name="close" size={14} />}
        </button>
      ))}
    </div>
  );
}
