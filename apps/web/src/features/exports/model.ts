import { DAY_MS } from '@spora/calendar/durations';
import type { ExportFormat } from '@spora/contract/exports/endpoints';
import { ROUTE_MAX_DAYS } from '@spora/contract/limits';
import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import type { Format } from '@spora/messages/format';
import type { QueryValue } from '../../lib/send.ts';

/** What the menu offers: the formats, and the PDF once more with drawn routes. */
export const EXPORT_CHOICES = ['csv', 'xlsx', 'pdf', 'pdf-routes', 'json'] as const;
export type ExportChoice = (typeof EXPORT_CHOICES)[number];

/** DEC-43: routes are drawn for at most seven days. */
export function choicesFor({ from, to }: Pick<TripFilterInput, 'from' | 'to'>): ExportChoice[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return EXPORT_CHOICES.filter((choice) => choice !== 'pdf-routes' || days <= ROUTE_MAX_DAYS);
}

export const formatOf = (choice: ExportChoice): ExportFormat => (choice === 'pdf-routes' ? 'pdf' : choice);

/** The filter of the log as the query of its export; what restricts nothing is left out. Names may hold commas. */
export function exportQueryOf(filter: TripFilterInput, choice: ExportChoice): Record<string, string> {
  const texts = Object.entries(filter).flatMap(([name, value]): [string, string][] => {
    const text = textOf(value as QueryValue);
    return text === '' ? [] : [[name, text]];
  });
  return { ...Object.fromEntries(texts), ...(choice === 'pdf-routes' ? { routes: 'true' } : {}) };
}

function textOf(value: QueryValue): string {
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.map((one) => encodeURIComponent(String(one))).join(',') : String(value);
}

/** `340 kB`, `1,2 MB`. */
export const sizeText = (bytes: number, { number }: Pick<Format, 'number'>): string =>
  bytes < 1_000_000 ? `${number(Math.ceil(bytes / 1000))}\u00a0kB` : `${number(bytes / 1_000_000, 1)}\u00a0MB`;
