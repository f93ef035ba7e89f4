import { type PersonalDataTexts, personalDataTexts } from '@spora/messages/personal-data';
import { type PersonalCell, personalCsv, type PersonalWords } from './personal-csv.ts';

type Row = Readonly<Record<string, unknown>>;
type Head = Extract<keyof PersonalDataTexts, `PersonalHead-${string}`>;

/** An instant as a row has it: with its zone. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** Ten-millionths of a degree, as places are kept. */
const E7 = '_e7';
/** Of a number that says no more by its decimals. */
const DECIMALS_MAX = 6;

/**
 * SEC-015: rows of any table for a person's own spreadsheet, with the columns that say something: not the numbers that only programs
 * join by, of which the names stand beside them. What is written about a column is its heading, else its own name.
 */
export function personalTable(rows: readonly Row[], words: PersonalWords): Uint8Array {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((column, _, all) => isRead(column, all))
    .sort((a, b) => placeOf(a) - placeOf(b));
  return personalCsv(
    columns.map((column) => headOf(column, words)),
    rows.map((row) => columns.map((column) => cellOf(row[column], column, words))),
    words,
  );
}

function isRead(column: string, all: readonly string[]): boolean {
  const name = column.replace(/_ids?$/, '');
  return !/(^|_)ids?$/.test(column) && ![`${name}_name`, `${name}_names`].some((each) => all.includes(each));
}

const keyOf = (column: string): string => `PersonalHead-${column.replace(E7, '')}`;
const isHead = (key: string): key is Head => key.startsWith('PersonalHead-') && Object.hasOwn(personalDataTexts.en, key);

function headOf(column: string, { own }: PersonalWords): string {
  const key = keyOf(column);
  return isHead(key) ? own(key) : column.replace(E7, '');
}

/** In the order in which the headings are written down: when and of what before the rest. */
const HEADS = Object.keys(personalDataTexts.en).filter(isHead);
const placeOf = (column: string): number => {
  const place = HEADS.findIndex((head) => head === keyOf(column));
  return place === -1 ? HEADS.length : place;
};

function cellOf(value: unknown, column: string, words: PersonalWords): PersonalCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { at: value, as: 'minute' };
  if (typeof value === 'boolean') return words.own(value ? 'PersonalYes' : 'PersonalNo');
  if (typeof value === 'number') return numberOf(column.endsWith(E7) ? value / 1e7 : value);
  if (typeof value === 'string') return INSTANT.test(value) ? { at: value, as: 'minute' } : value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}

/** With the decimals that it has; one too long for a spreadsheet, which would round it, stays a text. */
function numberOf(number: number): PersonalCell {
  if (Number.isInteger(number)) return Math.abs(number) < 1e11 ? { number, decimals: 0 } : String(number);
  const decimals = String(number).split('.')[1]?.length ?? DECIMALS_MAX;
  return { number, decimals: Math.min(decimals, DECIMALS_MAX) };
}
