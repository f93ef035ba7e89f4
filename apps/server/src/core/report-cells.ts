import type { CellKind } from '@spora/contract/reports/tables';
import { CATALOGUES } from '@spora/messages/catalogues';
import { fixed } from '@spora/messages/fixed';
import { createFormat, type Format, NAUTICAL_MILE_M } from '@spora/messages/format';
import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTranslate, type Translate } from '@spora/messages/translate';
import type { ReportCell, ReportColumn, ReportTable, ReportText } from './reports.ts';

/** With what a report is written: the reader's language and the account's zone, the only one in it (REP-018). */
export interface ReportWords {
  readonly t: Translate;
  readonly format: Format;
}

export const reportWords = (language: Language, timeZone: string): ReportWords => ({
  t: createTranslate(language, CATALOGUES[language]),
  format: createFormat(language, timeZone),
});

/** A text of a report, as it is read: a number that is not whole with the decimal sign of the language (REP-007), a distance in kilometres, a month by its name. */
export function sayText(text: ReportText, { t, format }: ReportWords): string {
  if (typeof text === 'string') return text;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(text.values ?? {}))
    if (typeof value === 'object') values[name] = 'month' in value ? format.month(value.month) : format.km(value.metres);
    else values[name] = typeof value === 'number' && !Number.isInteger(value) ? format.decimal(String(value)) : value;
  return (t as (key: string, values?: object) => string)(text.key, values);
}

/** What a file's cells are counted in, and with how many decimals; texts and moments have none. */
interface Measure {
  readonly per: number;
  readonly decimals: number;
  readonly sign: string;
}
const MEASURES: Readonly<Partial<Record<CellKind, Measure>>> = {
  count: { per: 1, decimals: 0, sign: '' },
  number: { per: 1, decimals: 2, sign: '' },
  tenths: { per: 1, decimals: 1, sign: '' },
  percent: { per: 1, decimals: 1, sign: '%' },
  'distance-m': { per: 1000, decimals: 1, sign: 'km' },
  'distance-at-sea-m': { per: NAUTICAL_MILE_M, decimals: 1, sign: 'nm' },
  // Its sign is the language's.
  'duration-s': { per: 3600, decimals: 2, sign: '' },
  money: { per: 1, decimals: 2, sign: '' },
};
export const isNumber = (kind: CellKind): boolean => MEASURES[kind] !== undefined;

/** The head of a column with what it is counted in. */
export function headOf(column: ReportColumn, { currency }: Pick<ReportTable, 'currency'>, words: ReportWords): string {
  const title = sayText(column.title, words);
  const signs: Partial<Record<CellKind, string>> = { money: currency ?? '', 'duration-s': words.format.hourUnit };
  const sign = signs[column.kind] ?? MEASURES[column.kind]?.sign ?? '';
  return sign === '' || title.includes(`(${sign})`) ? title : `${title} (${sign})`;
}

/** A number as a file has it: its value in the unit of the column's head. Null for a cell without one. */
export function numberIn(cell: ReportCell, kind: CellKind): { value: number; decimals: number } | null {
  const measure = MEASURES[kind];
  return measure && typeof cell === 'number' ? { value: cell / measure.per, decimals: measure.decimals } : null;
}

/** A cell as people read it; what is not known stays empty. */
export function cellText(cell: ReportCell, kind: CellKind, words: ReportWords): string {
  if (cell === null) return '';
  if (cell instanceof Array) return cell.map((text) => sayText(text, words)).join(', ');
  if (typeof cell === 'object') return sayText(cell, words);
  const number = numberIn(cell, kind);
  if (number) return words.format.number(number.value, number.decimals);
  return kind === 'moment' ? words.format.dateTime(cell) : String(cell);
}

/** A cell as other programs read it: numbers without grouping, with the decimal sign of the language (REP-007). */
export function plainText(cell: ReportCell, kind: CellKind, words: ReportWords): string {
  const number = numberIn(cell, kind);
  if (!number) return cellText(cell, kind, words);
  return fixed(number.value, number.decimals).replace('.', LANGUAGE_FACTS[words.format.language].decimalSign);
}
