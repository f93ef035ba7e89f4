import type { CheckIn, Driver } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useNow } from '../../lib/age.ts';
import { useFormat, useLanguage, useT } from '../../lib/i18n.tsx';
import { collatorOf, finder } from '../../lib/names.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useRowWindow } from '../../lib/use-row-window.ts';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Table, TableGap } from '../../ui/table.tsx';
import { Panel } from './panel.tsx';
import { DriverName, tagText, TripsLink, UnitLinks } from './public/driver-facts.tsx';
import { checkInsQuery, peopleQuery } from './queries.ts';
import { toldNearMoment } from './told-moment.ts';
import styles from './drivers.module.css';

const ROW_PX = 53;
const COLUMNS = 5;

/** DRV-010: the people who drive, each with the way to their sheet; found by their names, units and tags. */
export function PeopleTab(props: { find: string; onFind: (find: string) => void }): ReactNode {
  const t = useT();
  const answer = useQuery(peopleQuery(useSend()));
  const [text, setText] = useSettledText(props.find, props.onFind);
  return (
    <Panel query={answer}>
      {({ drivers, from_day, to_day }) => (
        <>
          <div className={styles['find']}>
            <SearchField label={t('DriversFind')} clearLabel={t('ClearSearch')} value={text} onChange={setText} isPageSearch />
            <PageLink to={ADDRESSES.account} search={{ tab: 'users' }}>
              {t('DriversAllUsers')}
            </PageLink>
          </div>
          <People drivers={drivers} days={{ from: from_day, to: to_day }} find={text} />
        </>
      )}
    </Panel>
  );
}

function People(props: {
  drivers: readonly Driver[];
  days: { readonly from: string; readonly to: string };
  find: string;
}): ReactNode {
  const { drivers, days, find } = props;
  const t = useT();
  const { language } = useLanguage();
  const { data: now } = useQuery(checkInsQuery(useSend()));
  const checkIns = useMemo(() => Map.groupBy(now?.check_ins ?? [], ({ driver }) => driver.id), [now]);
  const rows = useMemo(() => {
    const isFound = finder(find);
    const compare = collatorOf(language).compare;
    const found = drivers.filter(({ id, name, tags, usual_units }) =>
      isFound(
        name,
        ...tags.flatMap((tag) => [tag.name, tag.tag]),
        ...[...usual_units, ...(checkIns.get(id) ?? [])].flatMap((unit) => [unit.unit_name, unit.registration_number]),
      ),
    );
    return found.toSorted((a, b) => Number(a.is_disabled) - Number(b.is_disabled) || compare(a.name, b.name));
  }, [drivers, checkIns, find, language]);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  if (rows.length === 0)
    return (
      <EmptyState icon="user" title={t('DriversNoneFound')}>
        {t('DriversNoneFoundText')}
      </EmptyState>
    );
  return (
    <div ref={place} className={styles['panel']}>
      <Table
        label={t('DriversTab-people')}
        hasNames
        rowCount={rows.length}
        hasDenseCards
        head={
          <>
            <th scope="col">{t('Driver')}</th>
            <th scope="col">{t('DriverNow')}</th>
            <th scope="col">{t('DriverUsualUnits')}</th>
            <th scope="col">{t('DriverTags')}</th>
            <th scope="col" data-kind="number">
              {t('DriverTrips')}
            </th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.map((index) => {
          const row = rows[index];
          return (
            row && (
              <PersonLine
                key={row.id}
                driver={row}
                checkIns={checkIns.get(row.id) ?? []}
                days={days}
                index={index}
                measure={shown.measure}
              />
            )
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
      <p className={styles['soft']}>{t('DriverTripsCounted')}</p>
    </div>
  );
}

function PersonLine(props: {
  driver: Driver;
  checkIns: readonly CheckIn[];
  days: { readonly from: string; readonly to: string };
  index: number;
  measure: (row: Element | null) => void;
}): ReactNode {
  const { driver, checkIns, days } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  return (
    <tr ref={props.measure} data-index={props.index} aria-rowindex={props.index + 2}>
      <th scope="row">
        <DriverName driver={driver} />
        {driver.is_disabled && (
          <>
            {' '}
            <Badge>{t('DriverDisabled')}</Badge>
          </>
        )}
      </th>
      <td data-label={t('DriverNow')} data-card="line">
        {checkIns.length > 0 && (
          <div>
            {checkIns.map((row) => (
              <div key={row.unit_id}>
                <UnitLinks units={[row]} />{' '}
                <span className={styles['since']}>
                  {t('DriverSince', { time: toldNearMoment(row.since, now, { t, format }) })}
                </span>
              </div>
            ))}
          </div>
        )}
      </td>
      <td data-label={t('DriverUsualUnits')} data-card="line">
        {driver.usual_units.length > 0 && (
          <div>
            <UnitLinks units={driver.usual_units} />
          </div>
        )}
      </td>
      <td data-label={t('DriverTags')} data-card="line">
        {driver.tags.map(tagText).join(', ')}
      </td>
      <td data-label={t('DriverTrips')} data-card="aside" data-kind="number">
        <TripsLink driver={driver} days={days} />
      </td>
    </tr>
  );
}
