import type { EcoKind } from '@spora/contract/eco/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import type { ReportSearch } from '../reports/public/report-search.ts';
import { MonthBars } from './charts.tsx';
import styles from './eco.module.css';
import { RowFacts } from './figures.tsx';
import { KindChips } from './kind-chips.tsx';
import { type EcoReport, type EcoRow, lostText } from './model.ts';
import { eventsQuery } from './queries.ts';
import { RowEvents } from './row-events.tsx';
import { Score } from './score.tsx';

/** REP-013: what a row is made of: its months, and each event with time, place and how it is known. */
export function RowSheet(props: {
  row: EcoRow;
  report: EcoReport;
  search: ReportSearch;
  today: string;
  onClose: () => void;
}): ReactNode {
  const { row, report, search, today, onClose } = props;
  const t = useT();
  const [kinds, setKinds] = useState<readonly EcoKind[]>([]);
  const query = useInfiniteQuery(eventsQuery(useSend(), { row, search, today, kinds }));
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data]);
  const lost = lostText(row.total, t, useFormat());
  return (
    <Sheet title={row.id === null ? t('EcoNoDriver') : row.name} closeLabel={t('Close')} isOpen onClose={onClose} isWide>
      <div className={styles['sheet']}>
        <p>
          <Score figures={row.total} />
        </p>
        {lost !== '' && <p className={styles['soft']}>{t('EcoLost', { parts: lost })}</p>}
        <RowFacts row={row} report={report} />
        <MonthBars months={report.months} figures={row.months} />
        <h3>{t('EcoEvents')}</h3>
        <KindChips row={row} kinds={kinds} onChange={setKinds} />
        {events ? (
          events.length === 0 ? (
            <p className={styles['soft']}>{t('EcoEventsNone')}</p>
          ) : (
            <>
              <RowEvents key={kinds.join()} events={events} isDriver={search.group === 'driver'} />
              {query.hasNextPage && (
                <Button isWrite={false} isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('EcoEventsMore')}
                </Button>
              )}
            </>
          )
        ) : (
          <NotLoaded query={query} heights={[260, 200]} isPart />
        )}
      </div>
    </Sheet>
  );
}
