import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './state-mark.module.css';

/** The shapes and signs of the map's markers (`STATE_LOOKS`): each state has its own, so that it is told without its colour (MAP-019). On a 20 px grid. */
const SHAPES: Record<UnitState, ReactNode> = {
  moving: <path d="M10 2.5 16 17l-6-3-6 3L10 2.5Z" />,
  stopped: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path className={styles['cut']} d="M8 7v6M12 7v6" />
    </>
  ),
  parked: (
    <>
      <rect x="3" y="3" width="14" height="14" rx="3.5" />
      <path className={styles['cut']} data-sign="parking" d="M8 14V6h2.6a2.4 2.4 0 0 1 0 4.800H8" />
    </>
  ),
  'no-contact': <path className={styles['line']} d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM5 5l10 10" />,
  pending: (
    <>
      <path d="M10 1.500 18.5 10 10 18.500 1.5 10Z" />
      <path className={styles['cut']} d="M10 6.500V10l2.200 1.800" />
    </>
  ),
  locked: (
    <>
      <path className={styles['line']} d="M6.500 9V6.500a3.500 3.500 0 0 1 7 0V9" />
      <rect x="4" y="8.500" width="12" height="9" rx="2" />
    </>
  ),
  theft: (
    <>
      <path d="M10 2 18.500 17.500h-17L10 2Z" />
      <path className={styles['cut']} d="M10 8v4M10 14.700v.1" />
    </>
  ),
  alarm: (
    <>
      <path d="M6.500 1.800h7L18.200 6.500v7l-4.700 4.700h-7L1.800 13.500v-7Z" />
      <path className={styles['cut']} d="M10 6v5M10 13.900v.1" />
    </>
  ),
};

/** A boat at rest lies; nobody parks it. */
const AT_REST = (
  <>
    <rect x="3" y="3" width="14" height="14" rx="3.5" />
    <path
      className={cx(styles['cut'], styles['fine'])}
      data-sign="anchor"
      d="M10 7.600v6.800M8.200 9.300h3.600M6.200 11.300c.3 1.900 1.700 3.100 3.800 3.100s3.500-1.200 3.800-3.100M10 5.200a1.200 1.200 0 1 0 0 2.400a1.200 1.200 0 1 0 0-2.400Z"
    />
  </>
);

/** Of what nobody is told, or knows: neither of the signs of standing. */
const UNTOLD = <path className={cx(styles['line'], styles['dashed'])} d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z" />;

/** Decorative: the text beside it names the state. */
export function StateMark(props: { state: UnitState | null; headingDeg?: number; size?: number; isBoat?: boolean }): ReactNode {
  const { state, size = 20 } = props;
  const turn = state === 'moving' && props.headingDeg !== undefined ? `rotate(${props.headingDeg} 10 10)` : undefined;
  return (
    <svg
      className={cx(styles['mark'], state && styles[state])}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <g transform={turn}>{state === null ? UNTOLD : state === 'parked' && props.isBoat ? AT_REST : SHAPES[state]}</g>
    </svg>
  );
}
