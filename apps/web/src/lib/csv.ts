import { cellSignOf, type Language, LANGUAGE_FACTS } from '@spora/messages/languages';

/** SEC-013: a cell that a spreadsheet would take for a formula gets an apostrophe before it; quotes are doubled (RFC 4180). */
function cell(value: string | number, language: Language): string {
  if (typeof value === 'number') return String(value).replace('.', LANGUAGE_FACTS[language].decimalSign);
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+([.,]\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of cells as a CSV text, with the signs between cells and before decimals that spreadsheets of that language read. */
export const csvText = (lines: readonly (readonly (string | number)[])[], language: Language): string =>
  lines.map((line) => `${line.map((each) => cell(each, language)).join(cellSignOf(language))}\r\n`).join('');
