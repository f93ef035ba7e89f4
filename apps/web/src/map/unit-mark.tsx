import type { UnitState } from '@spora/contract/tracking/endpoints';
import type { MarkerSymbol } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import {
  ALARM_COLOUR,
  BADGE_COLOURS,
  BADGE_GLYPHS,
  badgeOf,
  bodyPath,
  type Badge,
  type Glyph,
  GLYPHS,
  ICON_SIZE,
  inkOn,
  shownColour,
  STATE_LOOKS,
} from './unit-icons.ts';
import styles from './unit-mark.module.css';

const MIDDLE = ICON_SIZE / 2;
const BODY_RADIUS = 13;
const [GLYPH_SIZE, GLYPH_BOX] = [17, 24];
const [BADGE_RADIUS, BADGE_BOX] = [7, 12];
/** Left out around the body, where the image on the map has a shadow and the nose of a pointer. */
const MARGIN = 4;

/**
 * A unit as the map draws it: its symbol on its colour in the shape of its state, with the sign of the state (MAP-006, MAP-019). Without
 * a state it is told by colour and symbol alone; `null` is a unit of which the state may not be told, or is not known. Decorative: name
 * and state stand beside it.
 */
export function UnitMark(props: {
  colour: string;
  symbol: MarkerSymbol;
  size?: number;
  state?: UnitState | null;
  /** Degrees clockwise from north. */
  headingDeg?: number;
}): ReactNode {
  const { size = 28, state, symbol } = props;
  const look =
    state === undefined ? { body: 'square' as const } : state === null ? { body: 'ghost' as const } : STATE_LOOKS[state];
  const colour = state === 'theft' || state === 'alarm' ? ALARM_COLOUR : shownColour(props.colour);
  const badge = state ? badgeOf(state, symbol) : undefined;
  const isGhost = look.body === 'ghost';
  const path = bodyPath(look.body, BODY_RADIUS);
  const isPointer = look.body === 'pointer';
  return (
    <svg
      className={styles['mark']}
      width={size}
      height={size}
      viewBox={`${MARGIN} ${MARGIN} ${ICON_SIZE - 2 * MARGIN} ${ICON_SIZE - 2 * MARGIN}`}
      aria-hidden="true"
      focusable="false"
      data-body={look.body}
    >
      <g transform={isPointer && props.headingDeg !== undefined ? `rotate(${props.headingDeg} ${MIDDLE} ${MIDDLE})` : undefined}>
        <path d={path} className={isPointer ? styles['drives'] : styles['rim']} />
        <path d={path} {...(isGhost ? { className: styles['ghost'], stroke: colour } : { fill: colour })} />
      </g>
      {state === 'alarm' ? (
        <path className={styles['call']} d={`M${MIDDLE} ${MIDDLE - 6}v8M${MIDDLE} ${MIDDLE + 6.4}v.1`} />
      ) : (
        <Drawn
          glyph={GLYPHS[symbol]}
          ink={isGhost ? 'currentColor' : inkOn(colour)}
          at={MIDDLE}
          size={GLYPH_SIZE}
          box={GLYPH_BOX}
        />
      )}
      {badge && <BadgeMark badge={badge} />}
    </svg>
  );
}

function BadgeMark({ badge }: { badge: Badge }): ReactNode {
  const at = MIDDLE + 10;
  return (
    <g data-sign={badge}>
      <circle className={styles['badge']} cx={at} cy={at} r={BADGE_RADIUS} fill={BADGE_COLOURS[badge]} />
      <Drawn glyph={BADGE_GLYPHS[badge]} ink="#ffffff" at={at} size={2 * BADGE_RADIUS} box={BADGE_BOX} width={1.4} />
    </g>
  );
}

function Drawn(props: { glyph: Glyph; ink: string; at: number; size: number; box: number; width?: number }): ReactNode {
  const { glyph, ink, at, size, box, width = 2 } = props;
  return (
    <g
      transform={`translate(${at - size / 2} ${at - size / 2}) scale(${size / box})`}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {glyph.fill && <path d={glyph.fill} fill={ink} fillRule="evenodd" />}
      {glyph.stroke && <path d={glyph.stroke} fill="none" stroke={ink} strokeWidth={width} />}
    </g>
  );
}
