import { DAY_MS } from '@spora/calendar/durations';
import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import { lazy, memo, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusIfLost } from '../../../lib/use-focus-if-lost.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { SPEED_COLOURS } from '../../../map/speed-colours.ts';
import { indexAt, limitedRange, PLAYBACK_SPEEDS, stepCursor, type HistoryData } from '../history-model.ts';
import type { ExportFormat, History } from '../use-history.ts';
import styles from './history-panel.module.css';

const SpeedChart = lazy(() => import('./speed-chart.tsx').then((module) => ({ default: module.SpeedChart })));

interface PeriodProps {
  readonly unitName: string;
  readonly range: { readonly from: string; readonly to: string };
  readonly today: string;
  readonly onRange: (range: { from: string; to: string }) => void;
  readonly onClose: () => void;
  readonly onExport: (format: ExportFormat) => void;
}

export interface HistoryPanelProps extends History, PeriodProps {
  readonly onShowStop: (stop: HistoryData['stops'][number]) => void;
}

/** A unit's history: period, playback, speed, stops and download (MAP-014, MAP-015, MAP-029, MAP-030). */
export function HistoryPanel(props: HistoryPanelProps): ReactNode {
  const t = useT();
  const section = useRef<HTMLElement>(null);
  useFocusIfLost(section);
  const { unitName, range, today, onRange, onClose, onExport } = props;
  return (
    <section ref={section} tabIndex={-1} className={styles['panel']} aria-label={t('HistoryOf', { name: unitName })}>
      <Period {...{ unitName, range, today, onRange, onClose, onExport }} />
      <HistoryContent {...props} />
    </section>
  );
}

/** Apart from what plays, so that it is not drawn again with every frame. */
const Period = memo(function Period({ unitName, range, today, onRange, onClose, onExport }: PeriodProps) {
  const t = useT();
  const days = Math.round((Date.parse(range.to) - Date.parse(range.from)) / DAY_MS) + 1;
  const shift = (direction: 1 | -1): void =>
    onRange(limitedRange(addDays(range.from, days * direction), addDays(range.to, days * direction), today));
  return (
    <>
      <header className={styles['top']}>
        <h2 className={styles['title']}>{t('HistoryOf', { name: unitName })}</h2>
        <ActionMenu
          label={t('ExportHistory')}
          trigger={
            <MenuButton isIcon label={t('ExportHistory')}>
              <Icon name="download" />
            </MenuButton>
          }
          groups={[
            {
              choices: (['gpx', 'kml', 'csv'] as const).map((id) => ({ id, label: id.toUpperCase() })),
              onChoose: (id) => onExport(id as ExportFormat),
            },
          ]}
        />
        <IconButton icon="close" label={t('CloseHistory')} onClick={onClose} />
      </header>
      <div className={styles['period']}>
        <IconButton icon="chevron-left" label={t('PreviousDay')} onClick={() => shift(-1)} />
        <DateRangeField
          label={t('HistoryPeriod')}
          value={range}
          max={today}
          latestEnd={(from) => addDays(from, HISTORY_MAX_DAYS - 1)}
          onChange={(next) => onRange(limitedRange(next.from, next.to, today))}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          help={t('HistoryLimit')}
        />
        <IconButton icon="chevron-right" label={t('NextDay')} disabled={range.to >= today} onClick={() => shift(1)} />
      </div>
    </>
  );
});

function HistoryContent(props: HistoryPanelProps): ReactNode {
  const { data, points, isLoading, error } = props;
  const t = useT();
  const { text } = useErrorText();
  if (error) {
    const retry = <Button onClick={props.onRetry}>{t('Retry')}</Button>;
    return (
      <EmptyState icon="alert" title={t('CouldNotLoad')} isAlert action={retry}>
        {text(error)}
      </EmptyState>
    );
  }
  if (isLoading || !data) {
    return (
      <AfterAWhile>
        <div className={styles['loading']} aria-busy="true" aria-label={t('Loading')}>
          <Skeleton height={40} />
          <Skeleton height={112} />
          <Skeleton height={64} />
        </div>
      </AfterAWhile>
    );
  }
  if (points.length === 0 && data.private_blocks.length === 0) {
    return (
      <EmptyState icon="history" title={t('NoHistoryTitle')}>
        {t('NoHistoryText')}
      </EmptyState>
    );
  }
  return (
    <>
      {points.length > 0 && <Player {...props} data={data} />}
      <Legend hasGaps={data.gaps.length > 0} hidesSpeed={data.hides_speed ?? false} />
      <StopsAndBlocks
        data={data}
        isOneDay={props.range.from === props.range.to}
        day={props.range.from}
        onShowStop={props.onShowStop}
      />
      {data.implausible_count > 0 && !points.some((point) => point.isImplausible) && (
        <Button look="quiet" isSmall onClick={props.onShowImplausible}>
          {t('ShowImplausible', { count: data.implausible_count })}
        </Button>
      )}
    </>
  );
}

function Player({ points, gaps, playback, data }: HistoryPanelProps & { data: HistoryData }): ReactNode {
  const t = useT();
  const format = useFormat();
  const first = points[0]?.timeMs ?? 0;
  const last = points.at(-1)?.timeMs ?? 0;
  const cursorMs = playback.cursorMs ?? first;
  const here = points[Math.max(0, indexAt(points, cursorMs))];
  const details = data.hides_speed
    ? format.exactTime(cursorMs)
    : t('PointDetails', { time: format.exactTime(cursorMs), speed: format.speed(here?.speedKmh ?? 0) });
  const fastest = useMemo(
    () => points.reduce((most, point) => (point.isImplausible ? most : Math.max(most, point.speedKmh)), 0),
    [points],
  );
  const summary = t('SpeedChartHelp', {
    count: points.length,
    distance: format.km(data.distance_m),
    speed: format.speed(fastest),
  });
  const { toggle, seek } = playback;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.target instanceof HTMLElement &&
        event.target.closest(
          'input:not([type=range]), select, textarea, button, a, [role="listbox"], [role="dialog"], [role="spinbutton"]',
        )
      )
        return;
      if (event.key === ' ') toggle();
      else if (event.key === 'ArrowRight') seek(stepCursor(points, cursorMs, event.shiftKey ? 10 : 1));
      else if (event.key === 'ArrowLeft') seek(stepCursor(points, cursorMs, event.shiftKey ? -10 : -1));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle, seek, points, cursorMs]);
  return (
    <div className={styles['player']}>
      <div className={styles['controls']}>
        <IconButton
          icon={playback.isPlaying ? 'pause' : 'play'}
          look="primary"
          label={playback.isPlaying ? t('Pause') : t('Play')}
          onClick={toggle}
        />
        <input
          type="range"
          className={styles['scrubber']}
          aria-label={t('PlaybackPosition')}
          aria-valuetext={details}
          min={first}
          max={last}
          step={1000}
          value={cursorMs}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={(event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key] as 1 | -1 | 10 | -10 | undefined;
            if (!step) return;
            event.preventDefault();
            seek(stepCursor(points, cursorMs, step));
          }}
        />
        <Select
          label={t('PlaybackSpeed')}
          value={String(playback.speed)}
          options={PLAYBACK_SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
          onChange={(speed) => playback.setSpeed(Number(speed))}
        />
      </div>
      <Marks data={data} first={first} last={last} />
      <p className={styles['details']}>{details}</p>
      {data.hides_speed ? (
        <p className={styles['summary']}>{format.km(data.distance_m)}</p>
      ) : (
        <>
          <Suspense fallback={<Skeleton height={112} />}>
            <SpeedChart points={points} gaps={gaps} cursorMs={playback.cursorMs} onSeek={seek} summary={summary} />
          </Suspense>
          <p className={styles['summary']}>{summary}</p>
        </>
      )}
    </div>
  );
}

/** Stops and private blocks as marks under the scrubber. */
function Marks({ data, first, last }: { data: HistoryData; first: number; last: number }): ReactNode {
  const share = (instant: string | null): number =>
    (((instant === null ? last : Date.parse(instant)) - first) / Math.max(1, last - first)) * 100;
  const mark = (kind: 'stop' | 'private', from: string, to: string | null): ReactNode => {
    const left = Math.max(0, share(from));
    return (
      <span
        key={kind + from}
        className={styles[kind]}
        style={{ left: `${left}%`, width: `${Math.max(0.6, Math.min(100, share(to)) - left)}%` }}
      />
    );
  };
  return (
    <div className={styles['marks']} aria-hidden="true">
      {data.stops.map((stop) => mark('stop', stop.from, stop.to))}
      {data.private_blocks.map((block) => mark('private', block.from, block.to))}
    </div>
  );
}

const Legend = memo(function Legend({ hasGaps, hidesSpeed }: { hasGaps: boolean; hidesSpeed: boolean }) {
  const t = useT();
  // UNIT-018: a line without speeds has no colours to explain.
  if (hidesSpeed) return hasGaps ? <p className={styles['gap']}>{t('GapHelp')}</p> : null;
  return (
    <div className={styles['legend']}>
      <span className={styles['legendTitle']}>{t('SpeedLegend')}</span>
      <ol className={styles['colours']}>
        {SPEED_COLOURS.map(({ fromKmh, colour }) => (
          <li key={fromKmh}>
            <span className={styles['colour']} style={{ backgroundColor: colour }} />
            {fromKmh}
          </li>
        ))}
      </ol>
      {hasGaps && <p className={styles['gap']}>{t('GapHelp')}</p>}
    </div>
  );
});

function StopsAndBlocks(props: {
  data: HistoryData;
  isOneDay: boolean;
  day: string;
  onShowStop: HistoryPanelProps['onShowStop'];
}): ReactNode {
  const { data, isOneDay, day, onShowStop } = props;
  const t = useT();
  const format = useFormat();
  // In a history of one day only what lies outside it needs its date.
  const time = (instant: string): string =>
    isOneDay && format.day(instant) === day ? format.time(instant) : format.dateTime(instant).slice(5);
  const addressOf = ({ address, address_is_approximate: isNear, lat, lng }: HistoryData['stops'][number]): string => {
    if (address === null) return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    return isNear ? t('NearPlace', { place: address }) : address;
  };
  return (
    <>
      {data.private_blocks.map((block) => (
        <p key={block.from} className={styles['privateBlock']}>
          <Icon name="lock" size={16} />
          {block.is_hidden && block.to
            ? t('HistoryHidden', { from: time(block.from), to: time(block.to) })
            : t('PrivateBlockHelp', { from: time(block.from), to: block.to ? time(block.to) : '' })}
        </p>
      ))}
      {data.stops.length > 0 && <h3 className={styles['heading']}>{t('StopsCount', { count: data.stops.length })}</h3>}
      <ul className={styles['stops']}>
        {data.stops.map((stop) => (
          <li key={stop.from}>
            <button type="button" className={styles['stopRow']} onClick={() => onShowStop(stop)}>
              <span className={styles['stopTime']}>
                {stop.to ? `${time(stop.from)}–${format.time(stop.to)}` : t('StopUntilNow', { time: time(stop.from) })}
              </span>
              <span className={styles['stopPlace']}>{stop.place ?? addressOf(stop)}</span>
              {stop.to && (
                <span className={styles['stopLength']}>
                  {format.duration((Date.parse(stop.to) - Date.parse(stop.from)) / 1000)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
