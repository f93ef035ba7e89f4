import { memo, useEffect, useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cx } from '../../../ui/cx.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { speedColour, type SpeedStep } from '../../../map/speed-colours.ts';
import { stepCursor, type HistoryPoint, type Stretch } from '../history-model.ts';
import { toldLengthMs, type ShownStop } from '../stop-model.ts';
import { columnsOf, NOTHING, speedScale, ticksOf, type Window } from '../timeline-model.ts';
import styles from './history-timeline.module.css';
import { STRETCH_NAMES, useTellAt } from './use-told-at.ts';

const TICK_PX = 58;
/** Narrower bands hold no text. */
const BAND_TEXT_PX = 64;

export interface SpeedChartProps {
  readonly points: readonly HistoryPoint[];
  readonly stretches: readonly Stretch[];
  /** Of the stretches, as `pausesOf` tells. */
  readonly pauses: ReadonlySet<Stretch>;
  readonly stops: readonly ShownStop[];
  readonly window: Window;
  readonly marks: readonly AlarmMark[];
  readonly cursorMs: number;
  /** What the cursor stands on, in words. */
  readonly details: string;
  readonly hidesSpeed: boolean;
  /** Of the speeds, as on the map. */
  readonly colours: readonly SpeedStep[];
  readonly fastestKmh: number;
  /** The instant of the line on the map that the pointer is over: told here as if it were over the chart. */
  readonly pointedMs: number | null;
  readonly onSeek: (timeMs: number) => void;
  /** Above 1 closer, around an instant. */
  readonly onZoom: (aroundMs: number, factor: number) => void;
  readonly onPan: (share: number) => void;
}

/**
 * Speed along the way, the scrubber of the playback at once (MAP-029): where the unit stood, was silent or in private use is a band
 * and no speed of 0. A slider to the keyboard and to readers.
 */
export function SpeedChart(props: SpeedChartProps): ReactNode {
  const { window: shown, cursorMs, points, stretches, hidesSpeed, onSeek } = props;
  const t = useT();
  const format = useFormat();
  const [holder, setHolder] = useState<HTMLDivElement | null>(null);
  const width = useWidth(holder);
  const [ownHoverMs, setHover] = useState<number | null>(null);
  const hoverMs = ownHoverMs ?? props.pointedMs;
  const shareOf = shareIn(shown);
  const percent = (timeMs: number): string => `${shareOf(timeMs) * 100}%`;
  const timeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    return shown.fromMs + ((clientX - left) / Math.max(1, wide)) * (shown.toMs - shown.fromMs);
  };

  // A wheel over the chart zooms, and moves it sideways; React listens passively and could not keep the page still.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!holder) return undefined;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { onPan, onZoom, window: now } = latest.current;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return onPan(event.deltaX / 600);
      const { left, width: wide } = holder.getBoundingClientRect();
      onZoom(now.fromMs + ((event.clientX - left) / wide) * (now.toMs - now.fromMs), event.deltaY < 0 ? 1.25 : 0.8);
    };
    holder.addEventListener('wheel', onWheel, { passive: false });
    return () => holder.removeEventListener('wheel', onWheel);
  }, [holder]);

  const ticks = useMemo(() => ticksOf(shown, width, format.timeZone, TICK_PX), [shown, width, format]);
  const measures = useUnitMeasures();
  const { speedPerKmh } = measures;
  const { top, lines } = useMemo(() => speedScale(speedPerKmh * props.fastestKmh), [props.fastestKmh, speedPerKmh]);
  return (
    <div className={cx(styles['chart'], hidesSpeed && styles['flat'])}>
      {!hidesSpeed && (
        <span className={styles['unit']} aria-hidden="true">
          {measures.speedUnit}
        </span>
      )}
      {!hidesSpeed &&
        lines.map((speed) => (
          <span
            key={speed}
            className={styles['line']}
            style={{ top: `calc(var(--above) + var(--chart) * ${1 - speed / top})` }}
            aria-hidden="true"
          >
            {speed}
          </span>
        ))}
      <div
        ref={setHolder}
        className={styles['plot']}
        onPointerMove={(event) => event.pointerType === 'mouse' && setHover(timeAt(event))}
        onPointerLeave={() => setHover(null)}
      >
        <Bands stretches={stretches} pauses={props.pauses} stops={props.stops} window={shown} width={width} />
        {!hidesSpeed && (
          <Speeds
            points={points}
            stretches={stretches}
            window={shown}
            width={width}
            topKmh={top / speedPerKmh}
            colours={props.colours}
          />
        )}
        {hoverMs !== null && <span className={styles['hover']} style={{ left: percent(hoverMs) }} aria-hidden="true" />}
        <span className={styles['cursor']} style={{ left: percent(cursorMs) }} aria-hidden="true" />
        <input
          type="range"
          className={styles['scrubber']}
          aria-label={t('PlaybackPosition')}
          aria-valuetext={props.details}
          min={shown.fromMs}
          max={shown.toMs}
          step={1}
          value={cursorMs}
          onChange={(event) => onSeek(Number(event.target.value))}
          onKeyDown={(event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key] as 1 | -1 | 10 | -10 | undefined;
            if (event.key === '+' || event.key === '-') props.onZoom(cursorMs, event.key === '+' ? 2 : 0.5);
            else if (event.key === 'Home' || event.key === 'End')
              onSeek((event.key === 'Home' ? points[0]?.timeMs : points.at(-1)?.timeMs) ?? cursorMs);
            else if (step) onSeek(stepCursor(points, cursorMs, event.shiftKey ? (step > 0 ? 10 : -10) : step));
            else return;
            event.preventDefault();
          }}
        />
        {props.marks
          .filter(({ timeMs }) => timeMs >= shown.fromMs && timeMs <= shown.toMs)
          .map(({ id, timeMs, text }) => (
            <button
              key={id}
              type="button"
              className={styles['alarm']}
              style={{ left: percent(timeMs) }}
              title={`${format.time(timeMs)} ${text}`}
              aria-label={`${format.time(timeMs)} ${text}`}
              onClick={() => onSeek(timeMs)}
            >
              <Icon name="alert" size={14} />
            </button>
          ))}
        {hoverMs !== null && (
          <span
            className={styles['tip']}
            style={{ left: percent(hoverMs) }}
            data-side={shareOf(hoverMs) > 0.5 ? 'left' : 'right'}
            aria-hidden="true"
          >
            <HoverText at={hoverMs} {...props} />
          </span>
        )}
      </div>
      <div className={styles['axis']} aria-hidden="true">
        <div className={styles['ticks']}>
          {ticks.map(({ atMs, label, isDay }) => (
            <span key={atMs} className={cx(styles['tick'], isDay && styles['day'])} style={{ left: percent(atMs) }}>
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function HoverText({ at, ...of }: SpeedChartProps & { at: number }): ReactNode {
  const format = useFormat();
  return [format.time(at), useTellAt(of)(at)].filter(Boolean).join(' · ');
}

/** Where it was not driving. Made anew with what is shown, and not with each frame of the playback. */
const Bands = memo(function Bands(
  props: Pick<SpeedChartProps, 'stretches' | 'pauses' | 'stops' | 'window'> & { readonly width: number },
): ReactNode {
  const { stretches, pauses, window: shown, width } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const shareOf = shareIn(shown);
  const textOf = (stretch: Stretch): string => {
    if (stretch.kind === 'private') return t('StretchPrivate');
    if (stretch.kind === 'gap') return t('StretchGap');
    const duration = format.duration(toldLengthMs(stretch, props.stops, now) / 1000);
    // A chart of nothing else would look as if nothing were known.
    const isAll = stretch.fromMs <= shown.fromMs && stretch.toMs >= shown.toMs;
    return isAll ? t('StretchFor', { what: t(STRETCH_NAMES[pauses.has(stretch) ? 'pause' : 'still']), duration }) : duration;
  };
  return stretches
    .filter(({ fromMs, toMs }) => toMs > shown.fromMs && fromMs < shown.toMs)
    .map((band) => {
      const from = Math.max(0, shareOf(band.fromMs));
      const share = Math.min(1, shareOf(band.toMs)) - from;
      return (
        <span
          key={`${band.kind}${band.fromMs}`}
          className={cx(styles['band'], styles[band.kind], pauses.has(band) && styles['pause'])}
          style={{ left: `${from * 100}%`, width: `${share * 100}%` }}
          aria-hidden="true"
        >
          {share * width > BAND_TEXT_PX && <span className={styles['bandText']}>{textOf(band)}</span>}
        </span>
      );
    });
});

/** Where in what is shown an instant lies, 0 to 1. */
const shareIn =
  ({ fromMs, toMs }: Window) =>
  (timeMs: number): number =>
    (timeMs - fromMs) / Math.max(1, toMs - fromMs);

/** Coloured like the line on the map. */
function Speeds(props: {
  points: readonly HistoryPoint[];
  stretches: readonly Stretch[];
  window: Window;
  width: number;
  topKmh: number;
  colours: readonly SpeedStep[];
}): ReactNode {
  const { points, stretches, window: shown, width, topKmh, colours } = props;
  const theme = useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const columns = useMemo(() => columnsOf(points, stretches, shown, width), [points, stretches, shown, width]);
  useEffect(() => {
    const element = canvas.current;
    const ratio = globalThis.devicePixelRatio || 1;
    if (!element || width === 0) return;
    const height = element.clientHeight;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const g = element.getContext('2d');
    if (!g) return;
    g.scale(ratio, ratio);
    const y = (speed: number): number => height - (speed / topKmh) * height;
    for (const [x, speed] of columns.entries()) {
      if (speed === NOTHING) continue;
      const colour = speedColour(speed, colours);
      g.fillStyle = `${colour}59`;
      g.fillRect(x, y(speed), 1, height - y(speed));
      const before = columns[x - 1] ?? NOTHING;
      const top = Math.min(y(speed), before === NOTHING ? height : y(before)) - 1;
      const bottom = Math.max(y(speed), before === NOTHING ? y(speed) : y(before)) + 1;
      g.fillStyle = colour;
      g.fillRect(x, top < y(speed) - 1 && before === NOTHING ? y(speed) - 1 : top, 1.2, Math.max(2, bottom - top));
    }
    // `theme` redraws what a change of theme may have cleared.
  }, [columns, width, topKmh, theme, colours]);
  return <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" />;
}

function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const look = (): void => setWidth(Math.round(element.clientWidth));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
