import type { Unit } from '@spora/contract/units/endpoints';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import chip from '../../../ui/chip.module.css';
import { Sheet } from '../../../ui/dialog.tsx';
import { joinList, splitList } from '../../trips/public/trip-search.ts';
import { PickList, PickText } from '../../../ui/pick-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { unitChoicesQuery } from '../report-queries.ts';
import {
  filterCount,
  GROUPS,
  hasFilters,
  idsOf,
  monthChoices,
  monthsAsked,
  monthsChosen,
  NO_FILTERS,
  type ReportSearch,
  usualSpans,
} from './report-search.ts';
import styles from './report-filters.module.css';

const CHOICES_FRESH_MS = 60_000;
/** Who can be chosen; it changes slowly. */
const choicesQuery = (send: Send) =>
  queryOptions({ ...endpointQuery(send, 'trips.filter-choices', {}), staleTime: CHOICES_FRESH_MS });

/** Of the usual spans these have room beside each other on a phone; the others wait in the sheet. */
const QUICK_SPANS: readonly string[] = ['PeriodThisMonth', 'PeriodLastMonth', 'SummaryThisYear', 'SummaryTwelveMonths'];

/** What they are called there. */
const BRIEF: Readonly<Partial<Record<string, 'SummaryThreeMonthsBrief' | 'SummaryTwelveMonthsBrief'>>> = {
  SummaryThreeMonths: 'SummaryThreeMonthsBrief',
  SummaryTwelveMonths: 'SummaryTwelveMonthsBrief',
};

export type OnReportSearch = (patch: Partial<Record<keyof ReportSearch, string | undefined>>) => void;

/**
 * Of which months, units and drivers a report is; the address keeps it. On a phone what a report has beside that (`children`) stands there,
 * the rest in a sheet.
 */
export function ReportFilters(props: {
  label: string;
  /** Whether rows can be of units or of drivers. */
  hasGroups?: boolean | undefined;
  search: ReportSearch;
  onSearch: OnReportSearch;
  today: string;
  /** Filters under names. */
  saved: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const { search, onSearch, today } = props;
  const t = useT();
  const user = useUser();
  const { from, to } = monthsAsked(search, today);
  const months = monthChoices(today);
  const isPhone = !useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  const toasts = useToasts();
  // At most twelve months: the end that moves along is told, so that nobody wonders about the other field.
  const choose = (chosen: { from: string } | { to: string }): void => {
    const next = monthsChosen(chosen, { from, to }, today);
    onSearch({ from: next.from, to: next.to });
    if (next.moved === null) return;
    const undo = (): void => onSearch({ from: search.from, to: search.to });
    toasts.show({ text: t(`SummaryMoved-${next.moved}`, { month: next[next.moved] }), action: { label: t('Undo'), run: undo } });
  };
  const spans = <Spans of={usualSpans(today)} {...{ search, onSearch, today }} />;
  const fields = (
    <>
      <SelectField label={t('SummaryFrom')} value={from} onChange={(event) => choose({ from: event.target.value })}>
        <Months months={months} />
      </SelectField>
      <SelectField label={t('SummaryTo')} value={to} onChange={(event) => choose({ to: event.target.value })}>
        <Months months={months} />
      </SelectField>
      <UnitFilter search={search} onSearch={onSearch} />
      {/* Others are told of themselves only, whomever they ask for (TRIP-032). */}
      {user.IsAdmin && <DriverFilter search={search} onSearch={onSearch} />}
    </>
  );
  const departments = <DepartmentFilter search={search} onSearch={onSearch} />;
  const clearAll = (): void => onSearch(NO_FILTERS);
  return (
    <div className={styles['filters']} role="search" aria-label={props.label}>
      {props.hasGroups && (
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
      )}
      {props.children}
      {isPhone ? (
        <>
          <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {hasFilters(search) ? t('FiltersSet', { count: filterCount(search) }) : t('Filters')}
          </Button>
          <Sheet title={t('Filters')} closeLabel={t('Close')} isOpen={isOpen} onClose={() => setOpen(false)} side="bottom">
            <div className={styles['sheet']}>
              {spans}
              <div>{props.saved}</div>
              {fields}
              {departments}
              {hasFilters(search) && (
                <Button look="quiet" onClick={clearAll}>
                  {t('ClearFilters')}
                </Button>
              )}
              <Button look="primary" isWide onClick={() => setOpen(false)}>
                {t('ReportShow')}
              </Button>
            </div>
          </Sheet>
        </>
      ) : (
        <>
          {fields}
          <div className={styles['end']}>
            {departments}
            {hasFilters(search) && (
              <IconButton icon="close" label={t('ClearFilters')} className={styles['clear']} onClick={clearAll} />
            )}
          </div>
          <div className={styles['below']}>
            {spans}
            {props.saved}
          </div>
        </>
      )}
    </div>
  );
}

function Spans(props: FilterProps & { of: ReturnType<typeof usualSpans>; today: string; isBrief?: boolean }): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const { from, to } = monthsAsked(search, props.today);
  return (
    <div className={styles['spans']} role="group" aria-label={t('Period')}>
      {props.of.map((span) => (
        <button
          key={span.key}
          type="button"
          className={chip['chip']}
          aria-pressed={span.from === from && span.to === to}
          onClick={() => onSearch({ from: span.from, to: span.to })}
        >
          {t((props.isBrief ? BRIEF[span.key] : undefined) ?? span.key)}
        </button>
      ))}
    </div>
  );
}

/** On a phone: the months that are asked for most, one press away from the report; another usual span that is shown has the last one's place. */
export function QuickSpans(props: FilterProps & { today: string }): ReactNode {
  const { from, to } = monthsAsked(props.search, props.today);
  const all = usualSpans(props.today);
  const shown = all.filter((span) => span.from === from && span.to === to).map(({ key }) => key);
  const quick =
    shown.length === 0 || shown.some((key) => QUICK_SPANS.includes(key)) ? QUICK_SPANS : [...QUICK_SPANS.slice(0, -1), ...shown];
  return <Spans {...props} of={all.filter(({ key }) => quick.includes(key))} isBrief />;
}

/** The months that can be chosen, by year. */
function Months({ months }: { months: readonly string[] }): ReactNode {
  return [...Map.groupBy(months, (month) => month.slice(0, 4))].map(([year, own]) => (
    <optgroup key={year} label={year}>
      {own.map((month) => (
        <option key={month}>{month}</option>
      ))}
    </optgroup>
  ));
}

interface FilterProps {
  readonly search: ReportSearch;
  readonly onSearch: OnReportSearch;
}

function UnitFilter({ search, onSearch }: FilterProps): ReactNode {
  const t = useT();
  const units = useQuery(unitChoicesQuery(useSend())).data?.units ?? [];
  return (
    <Choice
      label={t('Unit')}
      all={t('AllUnits')}
      selected={idsOf(search.unit)}
      options={units.flatMap((unit) => (unit.imei === null ? [] : [{ value: unit.imei, label: nameOf(unit), short: unit.name }]))}
      many={(count) => t('UnitsChosen', { count })}
      onChoose={(imeis) => onSearch({ unit: joinList(imeis) })}
    />
  );
}

function DriverFilter({ search, onSearch }: FilterProps): ReactNode {
  const t = useT();
  const drivers = useQuery(choicesQuery(useSend())).data?.drivers ?? [];
  return (
    <Choice
      label={t('SummaryGroup-driver')}
      all={t('AllDrivers')}
      selected={idsOf(search.drivers)}
      options={drivers.map(({ id, name }) => ({ value: String(id), label: name }))}
      many={(count) => t('SummaryDriversChosen', { count })}
      onChoose={(ids) => onSearch({ drivers: joinList(ids) })}
    />
  );
}

/** Only where units have departments. */
function DepartmentFilter({ search, onSearch }: FilterProps): ReactNode {
  const t = useT();
  const departments = useQuery(choicesQuery(useSend())).data?.departments ?? [];
  if (departments.length === 0 && search.departments === undefined) return null;
  return (
    <Choice
      label={t('Department')}
      all={t('AllDepartments')}
      selected={splitList(search.departments)}
      options={departments.map((name) => ({ value: name, label: name }))}
      many={(count) => t('SummaryDepartmentsChosen', { count })}
      onChoose={(names) => onSearch({ departments: joinList(names) })}
    />
  );
}

const nameOf = ({ name, registration_number }: Pick<Unit, 'name' | 'registration_number'>): string =>
  registration_number && registration_number !== name ? `${name} (${registration_number})` : name;

/** All of them, the one by its name, or how many. */
function Choice(props: {
  label: string;
  all: string;
  selected: readonly string[];
  /** `short`: what the field says when it is the only one chosen; nothing: its label. */
  options: readonly { value: string; label: string; short?: string }[];
  many: (count: number) => string;
  onChoose: (selected: readonly string[]) => void;
}): ReactNode {
  const { label, selected, options } = props;
  const [only] = selected;
  const chosen = selected.length === 1 ? options.find(({ value }) => value === only) : undefined;
  const one = chosen?.short ?? chosen?.label;
  const text = selected.length === 0 ? props.all : one || props.many(selected.length);
  return (
    <div className={styles['choice']}>
      <span className={styles['label']} aria-hidden>
        {label}
      </span>
      <PickList
        label={`${label}: ${text}`}
        searchLabel={label}
        isMultiple
        isSelect
        options={options}
        selected={selected}
        onChange={props.onChoose}
      >
        <PickText>{text}</PickText>
      </PickList>
    </div>
  );
}
