import { useMemo, type ReactNode } from 'react';
import styles from './track-art.module.css';

const RINGS = 15;
const STEPS = 72;

/** Height lines around a point: one closed curve per ring, bent by a few slow waves. */
function contour(ring: number, x: number, y: number, phase: number): string {
  const radius = 26 + ring * 34;
  let path = '';
  for (let step = 0; step < STEPS; step += 1) {
    const angle = (step / STEPS) * 2 * Math.PI;
    const bend =
      1 +
      0.16 * Math.sin(2 * angle + phase + ring * 0.13) +
      0.09 * Math.sin(3 * angle - phase * 1.7 + ring * 0.21) +
      0.04 * Math.sin(5 * angle + ring * 0.4);
    path += `${step === 0 ? 'M' : 'L'}${(x + Math.cos(angle) * radius * bend).toFixed(1)} ${(y + Math.sin(angle) * radius * bend * 0.82).toFixed(1)}`;
  }
  return `${path}Z`;
}

/** A made-up landscape with a track through it. */
export function TrackArt(): ReactNode {
  const lines = useMemo(
    () => [
      ...Array.from({ length: RINGS }, (_, ring) => contour(ring, 250, 230, 0.4)),
      ...Array.from({ length: RINGS - 3 }, (_, ring) => contour(ring, 720, 720, 2.1)),
    ],
    [],
  );
  return (
    <svg className={styles['art']} viewBox="0 0 900 900" preserveAspectRatio="xMaxYMid slice" fill="none">
      <g className={styles['lines']}>
        {lines.map((line) => (
          <path key={line.slice(0, 24)} d={line} />
        ))}
      </g>
      <g transform="translate(-110 0)">
        <path
          className={styles['halo']}
          d="M-120 800c220 0 270-128 358-158s150 34 226-22 46-164 120-224 186-18 254-96 40-150 92-206"
        />
        <path className={styles['track']} d="M-120 800c220 0 270-128 358-158s150 34 226-22 46-164 120-224 186-18 254-96" />
        <path className={styles['ahead']} d="M838 300c68-78 40-150 92-206s70-90 140-120" />
        <circle className={styles['stop']} cx="238" cy="642" r="7" />
        <circle className={styles['stop']} cx="584" cy="396" r="7" />
        <circle className={styles['pulse']} cx="838" cy="300" r="26" />
        <circle className={styles['now']} cx="838" cy="300" r="11" />
      </g>
    </svg>
  );
}
