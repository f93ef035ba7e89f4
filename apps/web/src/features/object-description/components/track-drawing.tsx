import type { TheftReport } from '@spora/contract/object-description/endpoints';
import { frameOf, scaleBarOf, type DrawingFrame } from '@spora/telemetry/track-drawing';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import section from '../../../ui/section.module.css';
import styles from './object.module.css';

const BOX = { width: 760, height: 440, margin: 36 };

/** OBJ-008: the track as a plain drawing with the towns around it; it needs no map of anybody's. */
export function TrackDrawing({ report }: { report: TheftReport }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { last_position: last, track } = report;
  const points = track.flatMap((part) => pairs(part).map(([lat, lon]) => ({ lat, lon })));
  const frame = frameOf([...points, ...(last ? [{ lat: last.lat, lon: last.lng }] : [])], BOX);
  if (!frame) return <p className={section['soft']}>{t('TheftTrackNone')}</p>;
  const bar = scaleBarOf(frame, 180);
  const baseline = BOX.height - 16;
  return (
    <>
      <svg
        className={styles['drawing']}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        role="img"
        aria-label={t('TheftTrackPicture')}
      >
        {report.places
          .filter((place) => isInside(frame, place))
          .map((place) => (
            <g key={`${place.name} ${place.lat}`}>
              <rect className={styles['town']} x={frame.x(place.lng) - 2} y={frame.y(place.lat) - 2} width={4} height={4} />
              <text x={frame.x(place.lng) + 6} y={frame.y(place.lat) + 4}>
                {place.name}
              </text>
            </g>
          ))}
        {track.map((part, index) => (
          <polyline key={index} className={styles['track']} points={lineOf(part, frame)} />
        ))}
        {report.stops.map((stop) => (
          <circle key={stop.from} className={styles['stop']} cx={frame.x(stop.lng)} cy={frame.y(stop.lat)} r={4} />
        ))}
        {last && <circle className={styles['last']} cx={frame.x(last.lng)} cy={frame.y(last.lat)} r={9} />}
        <path className={styles['scale']} d={`M16 ${baseline - 6}V${baseline}H${16 + bar.units}V${baseline - 6}`} />
        <text x={22} y={baseline - 6}>
          {bar.metres >= 1000 ? `${format.number(bar.metres / 1000)} km` : `${format.number(bar.metres)} m`}
        </text>
      </svg>
      <p className={section['soft']}>{t('TheftTrackLegend')}</p>
    </>
  );
}

/** A town whose name would be cut off by the edge says nothing. */
const isInside = (frame: DrawingFrame, { lat, lng }: { lat: number; lng: number }): boolean =>
  frame.y(lat) > 12 && frame.y(lat) < BOX.height - 8 && frame.x(lng) > 4 && frame.x(lng) < BOX.width - 80;

function pairs(part: readonly number[]): [number, number][] {
  return Array.from({ length: Math.floor(part.length / 2) }, (_, i) => [part[2 * i] ?? 0, part[2 * i + 1] ?? 0]);
}

const lineOf = (part: readonly number[], frame: DrawingFrame): string =>
  pairs(part)
    .map(([lat, lon]) => `${frame.x(lon).toFixed(1)},${frame.y(lat).toFixed(1)}`)
    .join(' ');
