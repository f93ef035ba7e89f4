import type { TripType } from '@spora/contract/units/endpoints';
import { fixed } from '@spora/messages/fixed';
import { cellSignOf, type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { type PersonalDataTexts, personalDataTexts } from '@spora/messages/personal-data';
import { csvCell, csvLine } from '../platform/documents/csv.ts';
import { reportWords, type ReportWords } from './report-cells.ts';

/** With what a person's own data is written: the language of whoever asks and the account's zone. */
export interface PersonalWords extends ReportWords {
  readonly own: (key: keyof PersonalDataTexts) => string;
  /** TRIP-004: other trips by the account's own name for them where it has one. */
  readonly typeName: (type: TripType) => string;
}

/** `otherName`: the account's own name for the third type; empty for the product's. */
export function personalWords(language: Language, timeZone: string, otherName: string): PersonalWords {
  const words = reportWords(language, timeZone);
  const { t } = words;
  const names = { business: t('TripTypeBusiness'), private: t('TripTypePrivate'), other: otherName || t('TripTypeOther') };
  return { ...words, own: (key) => personalDataTexts[language][key], typeName: (type) => names[type] };
}

/** What a cell holds: words, a number with its decimals, or a moment of which the day or the minute counts; null: nothing. */
export type PersonalCell =
  | string
  | null
  | { readonly number: number | null; readonly decimals: number }
  | { readonly at: Date | string; readonly as: 'day' | 'minute' };

/**
 * SEC-015: a table for a person's own spreadsheet, written as the files of the log are (REP-007): with the mark that spreadsheets look for,
 * semicolons and a decimal comma where the language has one, and local time. The same for programs stands in a JSON file beside it.
 */
export function personalCsv(
  heads: readonly string[],
  rows: readonly (readonly PersonalCell[])[],
  { format }: Pick<PersonalWords, 'format'>,
): Uint8Array {
  const between = cellSignOf(format.language);
  const { decimalSign } = LANGUAGE_FACTS[format.language];
  const textOf = (cell: PersonalCell): string => {
    if (cell === null || typeof cell === 'string') return csvCell(cell ?? '');
    if ('at' in cell) return cell.as === 'day' ? format.day(cell.at) : format.dateTime(cell.at);
    return cell.number === null ? '' : fixed(cell.number, cell.decimals).replace('.', decimalSign);
  };
  // A number is one to every program only where nothing is put around it.
  const lines = rows.map((row) => `${row.map(textOf).join(between)}\r\n`);
  return Buffer.from(`\ufeff${csvLine([...heads], between)}${lines.join('')}`);
}

/** The same for programs: times in UTC, names as the interface has them. */
export const personalJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
