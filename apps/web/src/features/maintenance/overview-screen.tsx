import type { DataOf } from '@spora/contract/endpoint-map';
import type { OverviewRow, OverviewUnit } from '@spora/contract/maintenance/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Sheet } from '../../ui/dialog.tsx';
import { Loaded, NotLoaded, rowsOf } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { csvText } from '../../lib/csv.ts';
import { saveCsv } from '../../lib/download.ts';
import { useListFile } from '../../lib/use-list-file.ts';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { collatorOf } from '../../lib/names.ts';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useUser } from '../../lib/session-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { CalendarDialog } from './public/calendar-dialog.tsx';
import { AddPlan, type PlanUnit } from './components/add-plan.tsx';
import { DoneSheet } from './components/done-sheet.tsx';
import { MonthCalendar } from './components/month-calendar.tsx';
import { OverviewHead } from './components/overview-filters.tsx';
import { OverviewTable } from './components/overview-table.tsx';
import { UnplannedTable } from './components/unplanned-table.tsx';
import { isNarrowed, monthOf, shownRows, unplannedOf, type ServiceSearch } from './overview-model.ts';
import { overviewQuery, plansQuery, useCalendarAddress } from './plan-queries.ts';
import { usePlanTexts } from './use-plan-texts.ts';
import styles from './components/overview.module.css';

export interface OverviewScreenProps {
  readonly search: ServiceSearch;
  readonly onSearch: (patch: Partial<Record<keyof ServiceSearch, string | undefined>>) => void;
}

/** SRV-007: what is due on all units that somebody may see, as a list or a month. */
export function OverviewScreen(props: OverviewScreenProps): ReactNode {
  const query = useQuery(overviewQuery(useSend()));
  return (
    <Loaded query={query} heights={rowsOf(44)} className={styles['screen']} isPart>
      {(data) => <Overview {...props} data={data} />}
    </Loaded>
  );
}

/** SRV-007: what is due on all units, with what the address holds. */
export function ServicePage(): ReactNode {
  return <OverviewScreen search={usePageSearch(ADDRESSES.service)} onSearch={useSearchPatch(ADDRESSES.service)} />;
}

function Overview(props: OverviewScreenProps & { data: DataOf<'maintenance.overview'> }): ReactNode {
  const { data, search, onSearch } = props;
  const t = useT();
  const { language } = useLanguage();
  const texts = usePlanTexts();
  const address = useCalendarAddress();
  // There the line over the list is folded away.
  const isWide = useMedia('(min-width: 768px)');
  const [isSubscribing, setSubscribing] = useState(false);
  // Of a unit that a lock or a feature keeps from them its own answer says no.
  const mayAdd = useUser().IsAdmin;
  const [adding, setAdding] = useState<readonly string[] | null>(null);
  const [doing, setDoing] = useState<OverviewRow | null>(null);
  const unplanned = unplannedOf(data.unplanned, search);
  const units = [...new Map([...data.unplanned, ...data.rows.map(({ unit }) => unit)].map((unit) => [unit.id, unit])).values()];
  units.sort((a, b) => collatorOf(language).compare(a.name, b.name));
  const rows = shownRows(data.rows, search, texts.name);
  const file = useExport(rows, data.today);
  const clear = (): void => onSearch({ q: undefined, state: undefined, kind: undefined });
  const add = mayAdd && units.length > 0 && (
    <Button look="primary" icon="plus" onClick={() => setAdding([])}>
      {t('PlanAdd')}
    </Button>
  );
  const subscribe = (
    <Button icon="calendar" onClick={() => setSubscribing(true)}>
      {t('CalendarSubscribe')}
    </Button>
  );
  return (
    <div className={styles['screen']}>
      {data.rows.length === 0 && search.state !== 'none' ? (
        <EmptyOrBegin text={t('OverviewNoneText')}>
          <EmptyState
            icon="wrench"
            title={t('OverviewNone')}
            action={
              <>
                {add}
                <PageLink to={ADDRESSES.units} className={buttonClass(add ? {} : { look: 'primary' })}>
                  {t('OverviewToUnits')}
                </PageLink>
              </>
            }
          >
            {t(add ? 'OverviewNoneText' : 'OverviewNoneReadText')}
          </EmptyState>
        </EmptyOrBegin>
      ) : (
        <>
          <OverviewHead
            search={search}
            onSearch={onSearch}
            lead={
              <>
                {t('OverviewLead')} {data.without_plan > 0 && <WithoutPlan count={data.without_plan} />}
              </>
            }
            action={add}
            tools={
              <>
                <Button icon="download" isBusy={file.isPending} onClick={file.write} disabled={rows.length === 0}>
                  {t('OverviewExport')}
                </Button>
                {subscribe}
              </>
            }
          />
          <FailureBanner failure={file.error} onRetry={file.write} />
          {(search.state === 'none' ? unplanned : rows).length === 0 && isNarrowed(search) ? (
            <EmptyState
              icon="search"
              title={t('OverviewNoMatch')}
              action={
                <Button look="primary" onClick={clear}>
                  {t('ClearFilters')}
                </Button>
              }
            />
          ) : search.state === 'none' ? (
            <UnplannedTable units={unplanned} onAdd={mayAdd ? setAdding : null} />
          ) : search.view === 'calendar' ? (
            <MonthCalendar
              rows={rows}
              today={data.today}
              month={search.month ?? monthOf(data.today)}
              onMonth={(month) => onSearch({ month: month === monthOf(data.today) ? undefined : month })}
            />
          ) : (
            <>
              {!isWide && data.without_plan > 0 && (
                <p className={styles['without']}>
                  <WithoutPlan count={data.without_plan} />
                </p>
              )}
              <OverviewTable rows={rows} onDone={mayAdd ? setDoing : null} />
            </>
          )}
        </>
      )}
      {adding && (
        <AddPlan units={fittedOnly(units, data.unplanned)} chosen={adding} today={data.today} onClose={() => setAdding(null)} />
      )}
      {doing && <DoneFromList row={doing} onClose={() => setDoing(null)} />}
      {isSubscribing && (
        <CalendarDialog
          title={t('CalendarTitle')}
          text={t('CalendarText')}
          since={data.calendar_since}
          address={address}
          onClose={() => setSubscribing(false)}
        />
      )}
    </div>
  );
}

/** How many units have no plan, and the way to them. */
function WithoutPlan({ count }: { count: number }): ReactNode {
  const t = useT();
  return (
    <PageLink to={ADDRESSES.service} search={{ state: 'none' }}>
      {t('OverviewWithout', { count })}
    </PageLink>
  );
}

/** SRV-004: a plan of the list is marked as done, once what its unit shows is there. */
function DoneFromList({ row, onClose }: { row: OverviewRow; onClose: () => void }): ReactNode {
  const { unit, plan } = row;
  const t = useT();
  const imei = unit.imei ?? '';
  const query = useQuery(plansQuery(useSend(), imei));
  const { data } = query;
  if (!data)
    return (
      <Sheet title={t('DoneTitle', { name: unit.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
        <NotLoaded query={query} heights={[160]} isPart />
      </Sheet>
    );
  return <DoneSheet imei={imei} unitName={unit.name} kind={unit.kind} data={data} plan={plan} onClose={onClose} />;
}

/** What has no tracker has no address of its own. */
const fittedOnly = (units: readonly OverviewUnit[], unplanned: readonly OverviewUnit[]): PlanUnit[] => {
  const without = new Set(unplanned.map(({ id }) => id));
  return units.flatMap((unit) => (unit.imei === null ? [] : [{ ...unit, imei: unit.imei, hasPlan: !without.has(unit.id) }]));
};

/** SRV-007: the rows that are shown, with numbers in columns of their own. */
function useExport(rows: readonly OverviewRow[], today: string) {
  const t = useT();
  const texts = usePlanTexts();
  const { hourUnit, language } = useFormat();
  const file = useListFile(() => {
    const head = [
      t('OverviewUnit'),
      t('RegistrationNumber'),
      t('Department'),
      t('ServiceWhat'),
      t('PlanState'),
      t('PlanDue'),
      `${t('OverviewLeft')} (km)`,
      `${t('OverviewLeft')} (${hourUnit})`,
      `${t('OverviewLeft')} (${t('PlanDays')})`,
      t('PlanInterval'),
      t('PlanLastDone'),
      t('Note'),
    ];
    const number = (value: number | null): number | string => value ?? '';
    const lines = rows.map(({ unit, plan }) => [
      unit.name,
      unit.registration_number ?? '',
      unit.department ?? '',
      texts.name(plan),
      t(`PlanState-${plan.state}`),
      plan.forecast_on ?? '',
      number(plan.remaining_km),
      number(plan.remaining_hours),
      number(plan.remaining_days),
      texts.interval(plan),
      texts.lastDone(plan),
      plan.note,
    ]);
    saveCsv(csvText([head, ...lines], language), `service-${today}.csv`);
  });
  return { ...file, write: () => file.mutate({ list: 'service', format: 'csv', rows: rows.length }) };
}
