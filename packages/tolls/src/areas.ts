import type { Calendar } from './feasts.ts';
import type { TollArea } from './types.ts';

export interface AreaFacts {
  /** The clock and the days that its prices go by. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly calendar: Calendar;
  /** What must be charged together: whole local days, or months where a month has a ceiling. */
  readonly chargedBy: 'day' | 'month';
}

const SWEDEN: AreaFacts = { timeZone: 'Europe/Stockholm', currency: 'SEK', calendar: 'se', chargedBy: 'day' };
const BRITAIN: AreaFacts = { timeZone: 'Europe/London', currency: 'GBP', calendar: 'gb', chargedBy: 'day' };

/** What holds in an area whatever the tariff. */
export const AREAS: Readonly<Record<TollArea, AreaFacts>> = {
  'se-stockholm': SWEDEN,
  'se-gothenburg': SWEDEN,
  'se-infrastructure': SWEDEN,
  no: { timeZone: 'Europe/Oslo', currency: 'NOK', calendar: 'no', chargedBy: 'month' },
  'gb-london': BRITAIN,
  'gb-crossings': BRITAIN,
};
