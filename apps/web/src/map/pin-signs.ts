import type { PinSign } from './shapes.ts';
import type { Glyph } from './unit-icons.ts';

/** Each sign has a drawing of its own, in a box of 24, beside its colour; white is read on all of them, and the pin's rim on any map. */
export const PIN_LOOKS: Readonly<Record<PinSign, { readonly colour: string; readonly glyph: Glyph }>> = {
  'speed-up': { colour: '#b45d09', glyph: { stroke: 'M5 12.500 12 5.500l7 7M5 19.500l7-7 7 7' } },
  'slow-down': { colour: '#c2293a', glyph: { stroke: 'M12 3v11M6.500 9 12 14.500 17.500 9M4 20.500h16' } },
  turn: { colour: '#7a3fb0', glyph: { stroke: 'M6 21v-8a5 5 0 0 1 5-5h8.500M14.500 3l5 5-5 5' } },
  gauge: { colour: '#33464a', glyph: { stroke: 'M4.500 18.500a9 9 0 1 1 15 0M12 15.500 16 8.500' } },
  pause: { colour: '#2961c4', glyph: { fill: 'M6 4h4.200v16H6ZM13.800 4H18v16h-4.200Z' } },
};
