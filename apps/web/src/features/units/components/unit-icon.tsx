import type { MarkerSymbol } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { bodyPath, GLYPHS, ICON_SIZE, inkOn, type BodyShape } from '../../../map/unit-icons.ts';
import styles from './unit-icon.module.css';

const BODY_RADIUS = 13;
const GLYPH_SIZE = 17;
const GLYPH_BOX = 24;
const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A unit as the map draws it: symbol on its colour. Decorative; the name stands beside it. */
export function UnitIcon(props: {
  colour: string;
  symbol: MarkerSymbol;
  size?: number;
  shape?: Extract<BodyShape, 'square' | 'pointer' | 'disc'>;
}): ReactNode {
  const { size = 28, shape = 'square' } = props;
  const colour = isColour(props.colour) ? props.colour : '#0b6478';
  const glyph = GLYPHS[props.symbol];
  const corner = (ICON_SIZE - GLYPH_SIZE) / 2;
  const path = bodyPath(shape, BODY_RADIUS);
  return (
    <svg
      className={styles['icon']}
      width={size}
      height={size}
      viewBox={`4 4 ${ICON_SIZE - 8} ${ICON_SIZE - 8}`}
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} className={styles['rim']} />
      <path d={path} fill={colour} />
      <g
        transform={`translate(${corner} ${corner}) scale(${GLYPH_SIZE / GLYPH_BOX})`}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {glyph.fill && <path d={glyph.fill} fill={inkOn(colour)} fillRule="evenodd" />}
        {glyph.stroke && <path d={glyph.stroke} fill="none" stroke={inkOn(colour)} strokeWidth="2" />}
      </g>
    </svg>
  );
}
