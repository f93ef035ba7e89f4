import type { Unit } from '@spora/contract/units/endpoints';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { PERIOD_TEXTS } from '../../../lib/usual-periods.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { PickList, PickText } from '../../../ui/pick-list.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  filterCount,
  hasFilters,
  joinList,
  latestEnd,
  moreCount,
  NO_FILTERS,
  PERIODS,
  periodOf,
  rangeOf,
  splitList,
  TYPES,
  type TripType,
  type TripSearch,
  type Whose,
} from '../public/trip-search.ts';
import { MoreFields, MoreFilters } from './more-filters.tsx';
import styles from './trip-filters.module.css';

/** The filters in one line; the address keeps them. */
export function TripFilters(props: {
  search: TripSearch;
  today: string;
  units: readonly Unit[];
  /** DEC-73: a log without types, purposes and drivers. */
  isPlain: boolean;
  /** Of a driver's log; null where there is no choice. */
  whose: Whose | null;
  /** How many trips the filters leave; null while nobody knows. */
  count: number | null;
  /** On a phone: whether the actions of the log are shown, and the button that turns them. */
  actions: { readonly isShown: boolean; readonly onTurn: () => void } | null;
  onChange: (patch: Partial<TripSearch>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { search, today, units, onChange } = props;
  const t = useT();
  const typeText = useTripTypeText();
  // Where the account has no name of its own for them, `other` alone does not say other than what.
  const filterText = (type: TripType): string =>
    type === 'other' && typeText(type) === t('TripTypeOther') ? t('OtherTrips') : typeText(type);
  const period = periodOf(search);
  const range = rangeOf(search, today);
  const change = (patch: Partial<TripSearch>, options?: { replace?: boolean }): void =>
    onChange({ ...patch, page: undefined, trip: undefined }, options);
  const [text, setText] = useSettledText(search.q ?? '', (q) => change({ q: q || undefined }, { replace: true }));
  const hasRoom = useMedia('(min-width: 768px)');
  // The words of the field are whole, or fewer.
  const isNarrow = !useMedia('(min-width: 1280px)') || (hasRoom && search.trip !== undefined);
  const [isOpen, setOpen] = useState(false);
  const chosen = splitList(search.unit);
  const [first] = units.filter(({ imei }) => imei !== null && chosen.includes(imei));
  const unitText =
    chosen.length === 0 ? t('AllUnits') : chosen.length === 1 && first ? first.name : t('UnitsChosen', { count: chosen.length });
  const whose = props.whose !== null && (
    <Select
      label={t('LogOf')}
      className={styles['whose']}
      value={props.whose}
      options={[
        { value: 'mine', label: t('LogIsMine') },
        { value: 'all', label: t('LogIsEveryones') },
      ]}
      onChange={(whose) => change({ whose })}
    />
  );
  const fields = (
    <>
      <PickList
        label={`${t('Unit')}: ${unitText}`}
        searchLabel={t('Unit')}
        className={styles['unit'] ?? ''}
        isMultiple
        isSelect
        options={units.flatMap((unit) => (unit.imei ? [{ value: unit.imei, label: unitLabel(unit) }] : []))}
        selected={chosen}
        onChange={(imeis) => change({ unit: joinList(imeis) })}
      >
        <PickText>{unitText}</PickText>
      </PickList>
      {!props.isPlain && (
        <Select
          label={t('TripType')}
          className={styles['type']}
          value={search.type ?? ''}
          isActive={Boolean(search.type)}
          options={[{ value: '', label: t('AllTypes') }, ...TYPES.map((value) => ({ value, label: filterText(value) }))]}
          onChange={(type) => change({ type: type || undefined })}
        />
      )}
      <div className={styles['search']}>
        <SearchField
          label={t('SearchTrips')}
          hint={isNarrow ? t('SearchTripsShort') : undefined}
          clearLabel={t('ClearSearch')}
          value={text}
          onChange={setText}
          isPageSearch
        />
      </div>
      {!props.isPlain &&
        (hasRoom ? (
          <div className={styles['more']} data-set={moreCount(search) > 0}>
            <MoreFilters search={search} onChange={change} />
          </div>
        ) : (
          <MoreFields search={search} onChange={change} />
        ))}
    </>
  );
  const clear = hasFilters(search) && (
    <Button
      look="quiet"
      icon="close"
      className={styles['clear']}
      title={t('ClearFilters')}
      onClick={() => {
        setText('');
        change(NO_FILTERS);
      }}
    >
      {t('ClearFilters')}
    </Button>
  );
  return (
    <div className={styles['filters']} role="search" aria-label={t('Trips')}>
      <Select
        label={t('Period')}
        className={styles['period']}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(value === 'custom' ? 'PeriodCustom' : PERIOD_TEXTS[value]) }))}
        onChange={(next) =>
          change(next === 'custom' ? { period: next, ...range } : { period: next, from: undefined, to: undefined })
        }
      />
      {!hasRoom && (
        <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className={styles['name']}>
            {hasFilters(search) ? t('FiltersSet', { count: filterCount(search) }) : t('Filters')}
          </span>
        </Button>
      )}
      {!hasRoom && props.actions && (
        <IconButton
          look="plain"
          icon="more"
          label={t('MoreActions')}
          aria-expanded={props.actions.isShown}
          onClick={props.actions.onTurn}
        />
      )}
      {hasRoom && whose}
      {period === 'custom' && (
        <div className={styles['range']}>
          <DateRangeField
            label={`${t('Period')}. ${t('PeriodLimit')}`}
            value={range}
            latestEnd={latestEnd}
            texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
            onChange={(next) => change({ period: 'custom', ...next })}
          />
        </div>
      )}
      {hasRoom && fields}
      {hasRoom && clear}
      {!hasRoom && (
        <Sheet title={t('Filters')} closeLabel={t('Close')} isOpen={isOpen} onClose={() => setOpen(false)} side="bottom">
          <div className={styles['sheet']}>
            {whose}
            {fields}
            <div className={styles['sheetFoot']}>
              {clear}
              <Button look="primary" isWide onClick={() => setOpen(false)}>
                {props.count === null ? t('ShowTrips') : t('ShowTripCount', { count: props.count })}
              </Button>
            </div>
          </div>
        </Sheet>
      )}
    </div>
  );
}

export const unitLabel = (unit: Pick<Unit, 'name' | 'registration_number'>): string =>
  unit.registration_number && unit.registration_number !== unit.name ? `${unit.name} (${unit.registration_number})` : unit.name;
