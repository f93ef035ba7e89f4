import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { paceOf, PLAYBACK_SPEEDS, stepCursor, type HistoryData } from '../history-model.ts';
import { toldAt } from '../stop-model.ts';
import { panned, showing, withMargin, zoomed, type Window } from '../timeline-model.ts';
import type { History } from '../use-history.ts';
import { HistoryClock } from './history-clock.tsx';
import styles from './history-timeline.module.css';
import { SpeedChart } from './speed-chart.tsx';
import { usePlaceAt, useTellAt } from './use-told-at.ts';

/** A mark this near is what the cursor stands on. */
const NEAR_MS = 15_000;

/** Playback and speed of a history: below the map, or on a phone first in the sheet (MAP-029). */
export function HistoryTimeline(
  props: History & {
    readonly data: HistoryData;
    readonly marks: readonly AlarmMark[];
    readonly driving: Window;
    readonly isOneDay: boolean;
    readonly pointedMs: number | null;
  },
): ReactNode {
  const { points, stretches, driving, playback, data, isOneDay, marks, told: span, chosen } = props;
  const { toggle, seek, skipped } = playback;
  const t = useT();
  const format = useFormat();
  // On a phone time and speed need the room beside it.
  const isNarrow = useMedia('(width < 768px)');
  const [beginMs, endMs] = [span?.fromMs ?? 0, span?.toMs ?? 1];
  const whole = useMemo<Window>(() => ({ fromMs: beginMs, toMs: Math.max(endMs, beginMs + 60_000) }), [beginMs, endMs]);
  const first = useMemo(() => (chosen ? withMargin(chosen, whole) : driving), [chosen, driving, whole]);
  const [zoom, setZoom] = useState<{ of: History['points']; drive: History['chosen']; window: Window; cursorMs: number } | null>(
    null,
  );
  const cursorMs = playback.cursorMs ?? playback.startMs ?? driving.fromMs;
  // Looking elsewhere is free; once the cursor moves, the chart shows where.
  const wanted = zoom?.of === points && zoom.drive === chosen ? zoom : null;
  const page = wanted?.cursorMs === cursorMs ? wanted.window : showing(wanted?.window ?? first, whole, cursorMs);
  const { fromMs, toMs } = page;
  const shown = useMemo<Window>(() => ({ fromMs, toMs }), [fromMs, toMs]);
  const put = (window: Window): void => setZoom({ of: points, drive: chosen, window, cursorMs });
  const zoomAtCursor = (factor: number): void => put(zoomed(shown, whole, cursorMs, factor));
  // What is zoomed in on is what is looked at: the cursor goes along rather than out of sight.
  const zoomAt = (aroundMs: number, factor: number): void => {
    const window = zoomed(shown, whole, aroundMs, factor);
    if (cursorMs >= window.fromMs && cursorMs <= window.toMs) return put(window);
    if (playback.isPlaying) return zoomAtCursor(factor);
    seek(aroundMs);
    setZoom({ of: points, drive: chosen, window, cursorMs: aroundMs });
  };
  const isDriving = shown.fromMs === driving.fromMs && shown.toMs === driving.toMs;
  const showAll = (): void => {
    setZoom(null);
    if (chosen) props.onShowWhole();
  };
  const isWhole = shown.fromMs === whole.fromMs && shown.toMs === whole.toMs;

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, select, textarea, button, a, [role="listbox"], [role="dialog"], [role="spinbutton"]')
      ) {
        // The chart takes the arrows itself.
        if (event.key !== ' ' || !event.target.closest('input[type=range]')) return;
      }
      if (event.key === ' ') toggle();
      else if (event.key === 'ArrowRight') seek(stepCursor(points, cursorMs, event.shiftKey ? 10 : 1));
      else if (event.key === 'ArrowLeft') seek(stepCursor(points, cursorMs, event.shiftKey ? -10 : -1));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle, seek, points, cursorMs]);

  const told = toldAt({ stretches, stops: props.stops }, cursorMs, useNow());
  const time = isOneDay ? format.exactTime(cursorMs).slice(11) : format.exactTime(cursorMs);
  const duration = format.duration((told?.lengthMs ?? 0) / 1000);
  const alarm = marks.find(({ timeMs }) => Math.abs(timeMs - cursorMs) < NEAR_MS);
  const doing = useTellAt({ ...props, hidesSpeed: data.hides_speed ?? false })(cursorMs);
  const isLookedAt = playback.cursorMs !== null && !playback.isPlaying;
  const place = usePlaceAt({ points, stretches, stops: props.stops }, isLookedAt ? cursorMs : null);
  const what = [alarm?.text, doing].filter(Boolean).join(' · ');
  const said = [what, place].filter(Boolean).join(', ');
  const details = said ? t('PointDetails', { time, what: said }) : time;
  const skipText =
    skipped &&
    (skipped.kind === 'private' ? t('SkipsPrivate') : t(skipped.kind === 'gap' ? 'SkipsGap' : 'SkipsStill', { duration }));
  return (
    <section className={styles['timeline']} aria-label={t('Timeline')}>
      <div className={styles['controls']}>
        <IconButton
          icon={playback.isPlaying ? 'pause' : 'play'}
          look="primary"
          label={playback.isPlaying ? t('Pause') : t('Play')}
          onClick={toggle}
        />
        <Select
          label={t('PlaybackSpeed')}
          value={String(playback.speed)}
          options={PLAYBACK_SPEEDS.map((speed) => {
            const { of, seconds } = paceOf(speed);
            const duration = format.duration(of === 'minute' ? 60 : 3600);
            const factor = format.number(speed * 60, 0);
            return { value: String(speed), label: isNarrow ? `${factor}×` : t('PlaybackRate', { factor, duration, seconds }) };
          })}
          onChange={(speed) => playback.setSpeed(Number(speed))}
        />
        <div className={styles['details']}>
          <HistoryClock time={time} cursorMs={cursorMs} onSeek={seek} />
          <span className={styles['what']} data-kind={told?.kind}>
            {alarm && <Icon name="alert" size={14} />}
            {told?.kind === 'private' && <Icon name="lock" size={14} />}
            {what}
          </span>
          {place !== null && (
            <span className={styles['place']} title={place}>
              {place}
            </span>
          )}
        </div>
        <p className={styles['skip']} role="status">
          {skipText}
        </p>
        <div className={styles['zoom']} role="group" aria-label={t('ZoomTime')}>
          <IconButton
            icon="minus"
            isSmall
            look="quiet"
            label={t('ZoomTimeOut')}
            disabled={isWhole}
            onClick={() => zoomAtCursor(0.5)}
          />
          <IconButton icon="plus" isSmall look="quiet" label={t('ZoomTimeIn')} onClick={() => zoomAtCursor(2)} />
          {!isDriving && <IconButton icon="fit" isSmall look="quiet" label={t('ZoomTimeAll')} onClick={showAll} />}
        </div>
      </div>
      <SpeedChart
        points={points}
        stretches={stretches}
        pauses={props.pauses}
        stops={props.stops}
        window={shown}
        marks={marks}
        cursorMs={cursorMs}
        details={details}
        hidesSpeed={data.hides_speed ?? false}
        colours={props.colours}
        fastestKmh={props.fastestKmh}
        pointedMs={props.pointedMs}
        onSeek={seek}
        onZoom={zoomAt}
        onPan={(share) => put(panned(shown, whole, share))}
      />
    </section>
  );
}
