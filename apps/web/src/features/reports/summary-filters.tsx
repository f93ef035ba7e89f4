import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { filterCount, GROUPS, hasFilters, MEASURES, measureText, NO_FILTERS, type SummarySearch } from './summary-model.ts';
import { monthChoices, monthsAsked } from './public/report-search.ts';
import { DriverFilter, UnitFilter } from './public/who-filters.tsx';
import styles from './summary.module.css';

export type OnSummarySearch = (patch: Partial<Record<keyof SummarySearch, string | undefined>>) => void;

/** What is shown, of which months, units and drivers; the address keeps it. On a phone what is shown stands there, the rest in a sheet. */
export function SummaryFilters(props: { search: SummarySearch; onSearch: OnSummarySearch; today: string }): ReactNode {
  const { search, onSearch, today } = props;
  const t = useT();
  const user = useUser();
  const { from, to } = monthsAsked(search, today);
  const months = monthChoices(today);
  const isPhone = !useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  const fields = (
    <>
      <SelectField label={t('SummaryFrom')} value={from} onChange={(event) => onSearch({ from: event.target.value, to })}>
        {months.map((month) => (
          <option key={month}>{month}</option>
        ))}
      </SelectField>
      <SelectField
        label={t('SummaryTo')}
        value={to}
        help={t('SummaryMax')}
        onChange={(event) => onSearch({ from, to: event.target.value })}
      >
        {months.map((month) => (
          <option key={month}>{month}</option>
        ))}
      </SelectField>
      <UnitFilter chosen={search.unit} onChange={(unit) => onSearch({ unit })} />
      {/* Others are told of themselves only, whomever they ask for (TRIP-032). */}
      {user.IsAdmin && <DriverFilter chosen={search.drivers} onChange={(drivers) => onSearch({ drivers })} />}
    </>
  );
  const clear = hasFilters(search) && (
    <div className={styles['clear']}>
      <Button look="quiet" onClick={() => onSearch(NO_FILTERS)}>
        {t('ClearFilters')}
      </Button>
    </div>
  );
  return (
    <div className={styles['filters']} role="search" aria-label={t('SummaryReport')}>
      <SelectField
        label={t('SummaryGroup')}
        value={search.group ?? 'unit'}
        onChange={(event) => onSearch({ group: event.target.value })}
      >
        {GROUPS.map((group) => (
          <option key={group} value={group}>
            {t(`SummaryGroup-${group}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('SummaryMeasure')}
        value={search.measure ?? 'distance'}
        onChange={(event) => onSearch({ measure: event.target.value })}
      >
        {MEASURES.map((measure) => (
          <option key={measure} value={measure}>
            {measureText(measure, user.OtherTripType, t)}
          </option>
        ))}
      </SelectField>
      {isPhone ? (
        <>
          <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {hasFilters(search) ? t('FiltersSet', { count: filterCount(search) }) : t('Filters')}
          </Button>
          <Sheet title={t('Filters')} closeLabel={t('Close')} isOpen={isOpen} onClose={() => setOpen(false)} side="bottom">
            <div className={styles['sheet']}>
              {fields}
              {clear}
              <Button look="primary" isWide onClick={() => setOpen(false)}>
                {t('SummaryShow')}
              </Button>
            </div>
          </Sheet>
        </>
      ) : (
        <>
          {fields}
          {clear}
        </>
      )}
    </div>
  );
}
