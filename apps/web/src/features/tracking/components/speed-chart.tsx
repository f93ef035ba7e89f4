import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useShownTheme } from '../../../lib/use-theme.ts';
import { speedColour } from '../../../map/speed-colours.ts';
import type { HistoryPoint } from '../history-model.ts';
import styles from './history-panel.module.css';

const HEIGHT_PX = 112;

/** Speed along the way, in step with the cursor on the map (MAP-029). The table below has the same in numbers. */
export function SpeedChart(props: {
  points: readonly HistoryPoint[];
  gaps: readonly { readonly fromMs: number; readonly toMs: number }[];
  cursorMs: number | null;
  onSeek: (timeMs: number) => void;
  summary: string;
}): ReactNode {
  const { points, gaps, cursorMs, onSeek } = props;
  const t = useT();
  const format = useFormat();
  const theme = useShownTheme();
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const seek = useRef(onSeek);
  useEffect(() => {
    seek.current = onSeek;
  }, [onSeek]);

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const colours = getComputedStyle(document.documentElement);
    const ink = colours.getPropertyValue('--text-faint').trim();
    const grid = colours.getPropertyValue('--border').trim();
    const created = new uPlot(
      {
        width: Math.max(200, element.clientWidth),
        height: HEIGHT_PX,
        legend: { show: false },
        padding: [8, 8, 0, 0],
        cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_self, _low, high) => [0, Math.max(60, Math.ceil(high / 20) * 20)] } },
        axes: [
          {
            stroke: ink,
            grid: { show: false },
            ticks: { show: false },
            font: '11px sans-serif',
            size: 24,
            space: 64,
            values: (_self, values) => values.map((value) => format.time(value)),
          },
          { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { show: false }, font: '11px sans-serif', size: 34, space: 32 },
        ],
        series: [
          {},
          { stroke: speedColour(60), fill: `${speedColour(60)}22`, width: 1.5, points: { show: false }, spanGaps: false },
        ],
        hooks: {
          ready: [
            (self) =>
              self.over.addEventListener(
                'click',
                () => self.cursor.left !== undefined && seek.current(self.posToVal(self.cursor.left, 'x')),
              ),
          ],
        },
      },
      seriesOf(points, gaps),
      element,
    );
    chart.current = created;
    const resize = new ResizeObserver(() => created.setSize({ width: Math.max(200, element.clientWidth), height: HEIGHT_PX }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      created.destroy();
      chart.current = null;
    };
    // `theme` redraws the chart in the other colours.
  }, [points, gaps, format, theme]);

  useEffect(() => {
    const self = chart.current;
    if (self && cursorMs !== null) self.setCursor({ left: self.valToPos(cursorMs, 'x'), top: 0 }, false);
  }, [cursorMs, points]);

  return (
    <figure className={styles['chart']}>
      <div ref={holder} role="img" aria-label={`${t('SpeedChart')}: ${props.summary}`} />
    </figure>
  );
}

/** A null between two points breaks the line where nothing was received. */
function seriesOf(points: readonly HistoryPoint[], gaps: readonly { readonly fromMs: number }[]): uPlot.AlignedData {
  const starts = new Set(gaps.map((gap) => gap.fromMs));
  const times: number[] = [];
  const speeds: (number | null)[] = [];
  for (const point of points) {
    if (point.isImplausible) continue;
    times.push(point.timeMs);
    speeds.push(point.speedKmh);
    if (starts.has(point.timeMs)) {
      times.push(point.timeMs + 1);
      speeds.push(null);
    }
  }
  return [times, speeds];
}
