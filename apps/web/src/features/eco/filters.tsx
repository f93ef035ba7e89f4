import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { monthChoices, monthsAsked } from '../reports/public/report-search.ts';
import { DriverFilter, UnitFilter } from '../reports/public/who-filters.tsx';
import styles from './eco.module.css';
import { type EcoSearch, filterCount, GROUPS, NO_FILTERS } from './model.ts';

export type OnEcoSearch = (patch: Partial<Record<keyof EcoSearch, string | undefined>>) => void;

/** By unit or driver, of which months, units and drivers; the address keeps it. On a phone all but the first waits in a sheet. */
export function EcoFilters(props: { search: EcoSearch; onSearch: OnEcoSearch; today: string }): ReactNode {
  const { search, onSearch, today } = props;
  const t = useT();
  const user = useUser();
  const { from, to } = monthsAsked(search, today);
  const months = monthChoices(today);
  const isPhone = !useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(search);
  const month = (label: string, value: string, onChange: (value: string) => void, help?: string): ReactNode => (
    <SelectField label={label} value={value} help={help} onChange={(event) => onChange(event.target.value)}>
      {months.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  );
  const fields = (
    <>
      {month(t('SummaryFrom'), from, (value) => onSearch({ from: value, to }))}
      {month(t('SummaryTo'), to, (value) => onSearch({ from, to: value }), t('SummaryMax'))}
      <UnitFilter chosen={search.unit} onChange={(unit) => onSearch({ unit })} />
      {/* Others are told of themselves only, whomever they ask for (TRIP-032). */}
      {user.IsAdmin && <DriverFilter chosen={search.drivers} onChange={(drivers) => onSearch({ drivers })} />}
    </>
  );
  const clear = count > 0 && (
    <Button look="quiet" onClick={() => onSearch(NO_FILTERS)}>
      {t('ClearFilters')}
    </Button>
  );
  return (
    <div className={styles['filters']} role="search" aria-label={t('EcoReport')}>
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
      {isPhone ? (
        <>
          <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {count > 0 ? t('FiltersSet', { count }) : t('Filters')}
          </Button>
          <Sheet title={t('Filters')} closeLabel={t('Close')} isOpen={isOpen} onClose={() => setOpen(false)} side="bottom">
            <div className={styles['sheet']}>
              {fields}
              {clear}
              <Button look="primary" isWide onClick={() => setOpen(false)}>
                {t('EcoShow')}
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
