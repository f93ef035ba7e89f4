import { addDays } from '@spora/calendar/days';
import type { EcoKind } from '@spora/contract/eco/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { PinMark } from '../../map/pin-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import type { ReportSearch } from '../reports/public/report-search.ts';
import { MonthBars } from './charts.tsx';
import styles from './eco.module.css';
import { EventsMap } from './events-map.tsx';
import { RowFacts } from './figures.tsx';
import { KindChips } from './kind-chips.tsx';
import { type EcoEvent, type EcoReport, type EcoRow, eventText, KIND_SIGN, lostText } from './model.ts';
import { eventsQuery } from './queries.ts';
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
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useInfiniteQuery(eventsQuery(useSend(), { row, search, today, kinds }));
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data]);
  const pins = useMemo(
    () =>
      (events ?? []).flatMap(({ key, kind: each, lat, lng }) =>
        lat === null || lng === null
          ? []
          : [{ id: key, label: t(`EcoKind-${each}`), lat, lng, kind: 'address' as const, sign: KIND_SIGN[each] }],
      ),
    [events, t],
  );
  const isDriver = search.group === 'driver';
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
              {pins.length > 0 ? (
                <EventsMap pins={pins} chosen={chosen} onChoose={setChosen} />
              ) : (
                <p className={styles['soft']}>{t('EcoNoPlaces')}</p>
              )}
              <ol className={styles['events']} aria-label={t('EcoEvents')}>
                {events.map((event) => (
                  <EventLine
                    key={event.key}
                    event={event}
                    who={isDriver ? event.unit.name : event.driver}
                    isChosen={event.key === chosen}
                    onChoose={() => setChosen(event.key)}
                  />
                ))}
              </ol>
              {query.hasNextPage && (
                <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
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

/** The log of that unit and day with the trip open; one that began before midnight lies in the day before. */
const tripLinkOf = ({ trip_id, unit }: EcoEvent, day: string) => ({
  ...{ period: 'custom' as const, from: addDays(day, -1), to: day, trip: trip_id },
  ...(unit.imei === null ? {} : { unit: unit.imei }),
});

function EventLine(props: { event: EcoEvent; who: string; isChosen: boolean; onChoose: () => void }): ReactNode {
  const { event, who, isChosen, onChoose } = props;
  const t = useT();
  const format = useFormat();
  const value = eventText(event, t, format);
  return (
    <li className={styles['event']} data-chosen={isChosen}>
      <PinMark sign={KIND_SIGN[event.kind]} />
      <div className={styles['what']}>
        <span>
          <strong>{t(`EcoKind-${event.kind}`)}</strong>
          {value && ` ${value}`}
        </span>
        <span className={styles['soft']}>
          {[format.dateTime(event.at), who, t(`EcoSource-${event.source}`)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={styles['actions']}>
        {event.lat === null ? (
          <span className={styles['soft']}>{t('EcoNoPlace')}</span>
        ) : (
          <Button look="quiet" icon="pin" aria-pressed={isChosen} onClick={onChoose}>
            {t('EcoOnMap')}
          </Button>
        )}
        <PageLink to={ADDRESSES.tripLog} search={tripLinkOf(event, format.day(event.at))}>
          {t('EcoToTrip')}
        </PageLink>
      </div>
    </li>
  );
}
