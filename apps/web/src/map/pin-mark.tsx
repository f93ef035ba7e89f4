import type { ReactNode } from 'react';
import { PIN_LOOKS } from './pin-signs.ts';
import type { PinSign } from './shapes.ts';

/** The head of a pin as the map draws it, for a legend. Decorative: the text beside it names it. */
export function PinMark({ sign, size = 20 }: { sign: PinSign; size?: number }): ReactNode {
  const { colour, glyph } = PIN_LOOKS[sign];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" data-sign={sign}>
      <circle cx="12" cy="12" r="11.2" fill={colour} stroke="#ffffff" strokeWidth="1.4" />
      <g transform="translate(4.8 4.8) scale(0.6)" strokeWidth="2.8" strokeLinecap="round" strokeLinejoin="round">
        {glyph.fill && <path d={glyph.fill} fill="#ffffff" fillRule="evenodd" />}
        {glyph.stroke && <path d={glyph.stroke} fill="none" stroke="#ffffff" />}
      </g>
    </svg>
  );
}
