import { placeOfZone } from '@spora/calendar/zones';
import { ECO_SCORE_MIN_M, ECO_TRIP_MIN_M } from '@spora/contract/eco/rules';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { orderToKeep } from '../../ui/table-order.ts';
import { ReportFrame } from '../reports/public/report-frame.tsx';
import { Distribution, MonthBars } from './charts.tsx';
import styles from './eco.module.css';
import { EcoTable } from './eco-table.tsx';
import { LeftOut } from './left-out.tsx';
import { columnsOf, type EcoReport, type EcoRow, isScored, withoutScore } from './model.ts';
import { reportQuery } from './queries.ts';
import { RowSheet } from './row-sheet.tsx';
import { type EcoSearch, USUAL_ORDER } from './search.ts';
import { SettingsSheet } from './settings-sheet.tsx';

export interface EcoScreenProps {
  readonly search: EcoSearch;
  readonly onSearch: (patch: Partial<Record<keyof EcoSearch, string | undefined>>) => void;
}

/** REP-013: how each unit or driver drove. */
export function EcoScreen({ search, onSearch }: EcoScreenProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const today = format.day(Date.now());
  const query = useQuery(reportQuery(useSend(), search, today));
  const { data } = query;
  const [opened, setOpened] = useState<EcoRow | null>(null);
  const [isSettling, setSettling] = useState(false);
  return (
    <>
      <ReportFrame
        report="green-driving"
        label={t('EcoReport')}
        hasGroups
        hasTwoCharts
        actions={
          user.IsAdmin && (
            <Button aria-haspopup="dialog" onClick={() => setSettling(true)}>
              {t('EcoSettings')}
            </Button>
          )
        }
        search={search}
        onSearch={onSearch}
        today={today}
        query={query}
        isEmpty={({ rows }) => rows.length === 0}
        sortOf={() => search.sort}
        empty={{ title: t('EcoEmptyTitle'), text: t('EcoEmptyText'), begin: t('EcoBeginText') }}
      >
        {(report) => (
          <>
            <div className={styles['who']}>
              <Scored report={report} />
              <LeftOut report={report} />
            </div>
            <div className={styles['charts']}>
              {report.months.length > 1 && <MonthBars months={report.months} figures={report.totals.months} />}
              <Distribution counts={report.distribution} />
            </div>
            <EcoTable
              report={report}
              order={search.sort ?? USUAL_ORDER}
              onOrder={(order) => onSearch({ sort: orderToKeep(order, USUAL_ORDER) })}
              onOpen={setOpened}
            />
            <Notes report={report} />
          </>
        )}
      </ReportFrame>
      {data && opened && <RowSheet row={opened} report={data} search={search} today={today} onClose={() => setOpened(null)} />}
      {isSettling && <SettingsSheet onClose={() => setSettling(false)} />}
    </>
  );
}

/** How many of the rows the scores are of, why each of the others has none, and what would give them one; where all have one there is nothing to tell. */
function Scored({ report: { rows } }: { report: EcoReport }): ReactNode {
  const t = useT();
  const count = rows.filter(isScored).length;
  const total = rows.length;
  if (count === total) return null;
  const { seldom, short, atSea } = withoutScore(rows);
  const why = [
    seldom > 0 && t('EcoSeldomCount', { count: seldom }),
    short > 0 && t('EcoShortCount', { count: short, km: ECO_SCORE_MIN_M / 1000 }),
    atSea > 0 && t('EcoAtSeaCount', { count: atSea }),
  ].filter((each) => each !== false);
  return (
    <p className={styles['scored']}>
      <strong>{t('EcoScoredOf', { count, total })}</strong> {why.join(', ')}. {seldom > 0 && t('EcoSeldomHelp')}
    </p>
  );
}

/** How a score is made, and what is not in it. */
function Notes({ report }: { report: EcoReport }): ReactNode {
  const t = useT();
  const lacksIdling = columnsOf(report).has('idle') && report.rows.some(({ total }) => total.engine_s === 0);
  return (
    <>
      <p className={styles['note']}>
        {t('EcoFormula')} {t('EcoBands')} {t('EcoLeftOut', { trip: ECO_TRIP_MIN_M / 1000, score: ECO_SCORE_MIN_M / 1000 })}
      </p>
      <p className={styles['note']}>
        {t('EcoSeldom')} {t('EcoDrivenOnly')} {lacksIdling && t('EcoIdleUnknown')}{' '}
        {columnsOf(report).has('trend') && t('EcoTrendNote')} {report.rows.some((row) => !row.has_speed_limit) && t('EcoNoLimit')}{' '}
        {t('EcoPrivateNote')} {t('EcoZoneNote', { zone: placeOfZone(report.time_zone) })}{' '}
        {(report.totals.total.at_sea_m ?? 0) > 0 && `${t('NauticalMileIs')}.`}
      </p>
    </>
  );
}

/** REP-013, with what the address holds. */
export function EcoPage(): ReactNode {
  return <EcoScreen search={usePageSearch(ADDRESSES.greenDriving)} onSearch={useSearchPatch(ADDRESSES.greenDriving)} />;
}
