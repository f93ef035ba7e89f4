import type { Zone, ZoneEvent } from '@spora/contract/zones/endpoints';
import { ZONE_DIRECTIONS } from '@spora/contract/zones/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { callFile } from '../../../lib/call.ts';
import { saveAnswer } from '../../../lib/download.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { capitalised } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { coordinatesText } from '../../../map/circle.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DaySpanFields } from '../../../ui/day-span-fields.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterSheet } from '../../../ui/filter-sheet.tsx';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { logLines, type Pass } from '../log-model.ts';
import { zoneLogQuery } from '../queries.ts';
import { logQueryOf, type ZonesPatch, type ZonesSearch } from '../search.ts';
import { useZoneTexts } from '../use-zone-texts.ts';
import { unitOptions } from './zone-filters.tsx';
import styles from './zones.module.css';

const NO_FILTERS = { unit: undefined, zone: undefined, direction: undefined, from: undefined, to: undefined } as const;
const filterCount = (search: ZonesSearch): number => Object.keys(logQueryOf(search)).length;

/** GEO-022: what crossed the zones, the newest first, and the same as a file. */
export function ZoneLog(props: {
  search: ZonesSearch;
  onSearch: (patch: ZonesPatch) => void;
  zones: readonly Zone[];
}): ReactNode {
  const { search, onSearch, zones } = props;
  const t = useT();
  const send = useSend();
  const format = useFormat();
  const today = format.day(useNow());
  const errors = useErrorText();
  const toasts = useToasts();
  const log = useInfiniteQuery(zoneLogQuery(send, search));
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const lines = logLines(events, format.day);
  const isNarrowed = filterCount(search) > 0;
  const isWide = useMedia('(min-width: 768px)');
  // Where nobody checks in, the column says once that these are the usual drivers.
  const drivers = events.filter(({ driver }) => driver !== null);
  const isUsual = drivers.length > 0 && drivers.every((event) => event.driver_is_usual);
  const usually = !isWide ? 'ZoneLogUsually' : isUsual ? null : 'ZoneLogUsualMark';
  const download = (): void =>
    void callFile(send, 'zones.download-log', { query: logQueryOf(search) })
      .then((answer) => saveAnswer(answer, 'zones.csv'))
      .catch((failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }));
  return (
    <div className={styles['form']}>
      <div className={styles['logTop']}>
        <p className={styles['logLead']}>{t('ZoneLogLead')}</p>
        <LogFilters search={search} onSearch={onSearch} zones={zones} />
        <Button icon="download" onClick={download} disabled={events.length === 0}>
          CSV
        </Button>
      </div>
      {!log.data ? (
        <NotLoaded query={log} heights={rowsOf(44)} />
      ) : events.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? 'search' : 'history'}
          title={t(isNarrowed ? 'ZoneLogNoMatch' : 'ZoneLogNone')}
          action={isNarrowed ? <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button> : undefined}
        >
          {isNarrowed ? undefined : t('ZoneLogNoneText')}
        </EmptyState>
      ) : (
        <Table
          label={t('ZoneLog')}
          rowCount={lines.length}
          hasDenseCards
          head={
            <>
              <th scope="col">{t('ZoneLogTime')}</th>
              <th scope="col">{t('ZoneLogUnit')}</th>
              <th scope="col">{t('ZoneLogDirection')}</th>
              <th scope="col">{t('ZoneLogPosition')}</th>
              <th scope="col">{t(isUsual ? 'ZoneLogUsualDriver' : 'ZoneLogDriver')}</th>
              <th scope="col">{t('ZoneLogAlarm')}</th>
            </>
          }
        >
          {lines.map((line) =>
            'day' in line ? (
              <tr key={line.day} className={styles['logDay']}>
                <th scope="colgroup" colSpan={6}>
                  {capitalised(format.longDay(line.day, today))}
                </th>
              </tr>
            ) : (
              <EventRow key={line.event.key} {...line} usually={usually} />
            ),
          )}
        </Table>
      )}
      {log.hasNextPage && (
        <div>
          <Button isWrite={false} isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('ZoneLogMore')}
          </Button>
        </div>
      )}
    </div>
  );
}

function EventRow(props: {
  event: ZoneEvent;
  /** Of a unit that only passed, once or several times one after the other. */
  passes: readonly Pass[];
  /** How a usual driver is told from one who drove; null: the heading says it. */
  usually: 'ZoneLogUsually' | 'ZoneLogUsualMark' | null;
}): ReactNode {
  const { event, passes, usually } = props;
  const t = useT();
  const format = useFormat();
  const { lat, lng } = event;
  const day = format.day(event.at);
  const now = useNow();
  const texts = useZoneTexts();
  const stayed = passes.length > 1 ? texts.passed(passes) : texts.stayed(event, now);
  const first = passes.at(-1)?.cameIn ?? event;
  const where = lat === null || lng === null ? null : (event.place ?? coordinatesText({ lat, lng }));
  return (
    <tr>
      <td data-label={t('ZoneLogTime')} data-card="aside" className={styles['when']}>
        <time dateTime={event.at}>{[...new Set([first, event].map(({ at }) => format.time(at)))].join('–')}</time>
      </td>
      <th scope="row">
        <Unbroken>{event.unit.name}</Unbroken>
        {event.unit.registration_number && <span className={styles['soft']}>{event.unit.registration_number}</span>}
      </th>
      <td data-label={t('ZoneLogDirection')} data-card="plain" className={styles['whole']}>
        <span className={styles['direction']}>
          {passes.length > 0 ? (
            <Badge>{passes.length > 1 ? t('ZonePassedTimes', { count: passes.length }) : t('ZonePassed')}</Badge>
          ) : (
            <Badge tone={event.direction === 'left' ? 'warning' : 'information'}>{t(`ZoneDirection-${event.direction}`)}</Badge>
          )}
          {event.is_removed ? t('ZoneLogRemoved', { name: event.zone_name }) : event.zone_name}
        </span>
        {stayed && (
          <span className={styles['stayed']}>
            <Unbroken>{stayed}</Unbroken>
          </span>
        )}
      </td>
      <td data-label={t('ZoneLogPosition')} data-card="plain">
        {where === null ? (
          <span className={styles['soft']}>{t('ZoneLogPositionGone')}</span>
        ) : event.unit.imei === null ? (
          where
        ) : (
          <PageLink
            to={ADDRESSES.map}
            search={{ unit: event.unit.imei, from: day, to: day }}
            title={t('ZoneLogShowDay')}
            className={styles['logLink']}
          >
            {where}
          </PageLink>
        )}
      </td>
      <td data-label={t('ZoneLogDriver')} data-card="plain" data-blank={event.driver === null}>
        {event.driver === null ? (
          <span className={styles['soft']}>{t('ZoneLogNoDriver')}</span>
        ) : event.driver_is_usual && usually !== null ? (
          <span className={styles['soft']}>{t(usually, { name: event.driver })}</span>
        ) : (
          event.driver
        )}
      </td>
      <td data-label={t('ZoneLogAlarm')} data-card="plain">
        <AlarmsOf event={event} passes={passes} />
      </td>
    </tr>
  );
}

/** Each coming in and leaving has an alarm of its own; of several passes those that there are stand folded, by their times. */
function AlarmsOf({ event, passes }: { event: ZoneEvent; passes: readonly Pass[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const isRun = passes.length > 1;
  const hasOwn = passes.some(({ cameIn, left }) => cameIn.alarm !== null || (isRun && left.alarm !== null));
  if (!hasOwn) return <AlarmOf event={event} />;
  const events = passes.flatMap(({ cameIn, left }) => (isRun ? [left, cameIn] : [cameIn, left]));
  const lines = events
    .filter(({ alarm }) => !isRun || alarm !== null)
    .map((each) => (
      <span key={each.key} className={styles['logAlarm']}>
        <span className={styles['soft']}>
          {isRun && `${format.time(each.at)} `}
          {t(`ZoneDirection-${each.direction}`)}:
        </span>{' '}
        <AlarmOf event={each} />
      </span>
    ));
  if (!isRun) return lines;
  return (
    <details className={styles['logAlarms']}>
      <summary>{t('ZoneLogAlarms', { count: lines.length })}</summary>
      {lines}
    </details>
  );
}

/** What became of an event: its alarm and how many were told, or why there is none. */
function AlarmOf({ event }: { event: ZoneEvent }): ReactNode {
  const t = useT();
  return event.alarm ? (
    <PageLink to={ADDRESSES.alarms} search={{ state: 'all', alarm: event.alarm.id }} className={styles['logLink']}>
      {event.alarm.telling === 'told' ? (
        <span className="unbroken">{t('ZoneLogMessagesSent', { count: event.alarm.messages })}</span>
      ) : (
        t(`ZoneLogAlarm-${event.alarm.telling}`)
      )}
    </PageLink>
  ) : (
    <span className={styles['soft']}>{t(event.is_return ? 'ZoneLogReturn' : 'ZoneLogNoAlarm')}</span>
  );
}

function LogFilters(props: { search: ZonesSearch; onSearch: (patch: ZonesPatch) => void; zones: readonly Zone[] }): ReactNode {
  const { search, onSearch, zones } = props;
  const t = useT();
  return (
    <FilterSheet
      label={t('ZoneLogFilters')}
      count={filterCount(search)}
      doneText={t('ZoneLogFilterDone')}
      onClear={() => onSearch(NO_FILTERS)}
    >
      <PickField
        label={t('ZoneLogZone')}
        value={search.zone === undefined ? '' : String(search.zone)}
        noneText={t('ZonesAll')}
        options={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(zone) => onSearch({ zone: zone === '' ? undefined : Number(zone) })}
      />
      <PickField
        label={t('ZoneLogUnit')}
        value={search.unit ?? ''}
        noneText={t('AllUnits')}
        options={unitOptions(zones)}
        onChange={(unit) => onSearch({ unit: unit || undefined })}
      />
      <SelectField
        label={t('ZoneLogDirection')}
        value={search.direction ?? ''}
        onChange={({ target }) => onSearch({ direction: target.value || undefined })}
      >
        <option value="">{t('ZoneDirection-all')}</option>
        {ZONE_DIRECTIONS.map((direction) => (
          <option key={direction} value={direction}>
            {t(`ZoneDirection-${direction}`)}
          </option>
        ))}
      </SelectField>
      <DaySpanFields
        fromLabel={t('ZoneLogFrom')}
        toLabel={t('ZoneLogTo')}
        from={search.from}
        to={search.to}
        onChange={onSearch}
      />
    </FilterSheet>
  );
}
