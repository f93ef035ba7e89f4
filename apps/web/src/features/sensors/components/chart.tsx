import { Fragment, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type ChartPoint, gridOf, scaleOf, stretchesOf, timesOf } from '../chart-model.ts';
import styles from './chart.module.css';

/** The drawing has its own measure and is stretched to its place; texts lie over it. */
const WIDTH = 1000;
const HEIGHT = 200;

export interface ChartMark {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
}

/** BLE-016: one measure over a time: its mean with how far it reached, the limits, where nothing was told, and alarms. */
export function Chart(props: {
  label: string;
  points: readonly ChartPoint[];
  fromMs: number;
  toMs: number;
  stepS: number;
  /** So long without a value is a gap. */
  gapS: number;
  low: number | null;
  high: number | null;
  /** Since when each limit is that, where it was another one before. */
  sinces?: readonly [low: string | null, high: string | null];
  marks: readonly ChartMark[];
  format: (value: number) => string;
}): ReactNode {
  const { points, fromMs, toMs, stepS, gapS, low, high, marks } = props;
  const t = useT();
  const dates = useFormat();
  const scale = scaleOf(points, [low, high]);
  const x = (ms: number): number => ((ms - fromMs) / (toMs - fromMs)) * WIDTH;
  const y = (value: number): number => HEIGHT - ((value - scale.low) / (scale.high - scale.low)) * HEIGHT;
  const at = (ms: number, value: number): string => `${x(ms).toFixed(1)},${y(value).toFixed(1)}`;
  const beginOf = (index: number): number => {
    const since = props.sinces?.[index];
    return since ? Math.max(0, x(Date.parse(since))) : 0;
  };
  const isDays = toMs - fromMs > 2 * 86_400_000;
  const limits = [low, high].filter((limit) => limit !== null);
  // Of nothing there is no axis to read.
  const lines = points.length + limits.length === 0 ? [] : gridOf(scale);
  const times = timesOf(fromMs, toMs, dates.timeZone);
  return (
    <figure className={styles['chart']}>
      {/* Above the drawing: over a line it would hide what crosses that. */}
      {limits.length > 0 && (
        <div className={styles['legend']} aria-hidden="true">
          {limits.map((limit) => (
            <span key={limit}>{t('SensorLimitLine', { limit: props.format(limit) })}</span>
          ))}
        </div>
      )}
      <div className={styles['place']}>
        <div className={styles['plot']}>
          <svg
            role="img"
            aria-label={props.label}
            className={styles['drawing']}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
          >
            {lines.map((value) => (
              <line key={value} className={styles['grid']} x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} />
            ))}
            {stretchesOf(points, gapS).map((stretch) => {
              const [first] = stretch;
              if (!first) return null;
              const reach = [
                ...stretch.map(({ atMs, max }) => at(atMs, max)),
                ...stretch.toReversed().map(({ atMs, min }) => at(atMs, min)),
              ];
              return (
                <g key={first.atMs}>
                  <polygon className={styles['reach']} points={reach.join(' ')} />
                  <polyline
                    className={styles['line']}
                    points={(stretch.length === 1 ? [first, { ...first, atMs: first.atMs + stepS * 500 }] : stretch)
                      .map(({ atMs, mean }) => at(atMs, mean))
                      .join(' ')}
                  />
                </g>
              );
            })}
            {[low, high].map((limit, index) =>
              limit === null ? null : (
                <Fragment key={index}>
                  <line className={styles['before']} x1={0} x2={beginOf(index)} y1={y(limit)} y2={y(limit)} />
                  <line className={styles['limit']} x1={beginOf(index)} x2={WIDTH} y1={y(limit)} y2={y(limit)} />
                </Fragment>
              ),
            )}
          </svg>
          {marks.map(({ id, atMs, text }) => (
            <span
              key={id}
              role="img"
              className={styles['mark']}
              style={{ left: `${(x(atMs) / WIDTH) * 100}%` }}
              title={`${dates.dateTime(atMs)} ${text}`}
              aria-label={`${dates.dateTime(atMs)} ${text}`}
            >
              <Icon name="alert" size={16} />
            </span>
          ))}
          {points.length === 0 && <p className={styles['none']}>{t('SensorChartEmpty')}</p>}
        </div>
        {lines.map((value) => (
          <span key={value} className={styles['value']} style={{ top: `${(y(value) / HEIGHT) * 100}%` }} aria-hidden="true">
            {props.format(value)}
          </span>
        ))}
      </div>
      <div className={styles['times']} aria-hidden="true">
        {times.map((ms) => (
          <span key={ms} style={{ left: `${(x(ms) / WIDTH) * 100}%` }}>
            {isDays ? dates.day(ms).slice(5) : dates.time(ms)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** When a door was open. */
export function DoorStrip(props: {
  label: string;
  spans: readonly { readonly fromMs: number; readonly toMs: number }[];
  fromMs: number;
  toMs: number;
}): ReactNode {
  const { spans, fromMs, toMs } = props;
  const share = (ms: number): number => Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs)) * 100));
  return (
    <div role="img" aria-label={props.label} className={styles['strip']}>
      {spans.map((span) => (
        <span
          key={span.fromMs}
          className={styles['open']}
          style={{ left: `${share(span.fromMs)}%`, width: `max(2px, ${share(span.toMs) - share(span.fromMs)}%)` }}
        />
      ))}
    </div>
  );
}
