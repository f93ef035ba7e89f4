import { fixed } from '@spora/messages/fixed';
import { cellSignOf, LANGUAGE_FACTS } from '@spora/messages/languages';
import type { LogExport } from './log.ts';
import { cellsOf, refuellingHead } from './refuelling-rules.ts';
import { type Cell, headOf, type Words } from './rules.ts';
import { statementOf } from './statement-rules.ts';
import { csvCell } from '../../platform/documents/csv.ts';

/**
 * REP-007, TRIP-017: UTF-8 with the mark that spreadsheets look for; the header row comes first, so that every program reads the
 * table, and what the file states of itself follows after an empty line. Swedish and Norwegian files have a decimal comma and
 * therefore semicolons between the cells, English ones a point and commas (RFC 4180).
 */
export async function* writeCsv({
  words,
  columns,
  facts,
  tally,
  pages,
  periods,
  refuellings,
}: LogExport): AsyncGenerator<string> {
  const between = cellSignOf(words.format.language);
  const line = (cells: readonly string[]): string => `${cells.join(between)}\r\n`;
  yield `\ufeff${line(columns.map(({ id }) => csvCell(headOf(id, words))))}`;
  for await (const page of pages())
    yield page.map(({ trip }) => line(columns.map(({ cellOf }) => textOf(cellOf(trip, words), words)))).join('');
  if (refuellings.length > 0) {
    // A table of its own after an empty line: the first one keeps one header row and rows of one kind.
    yield `\r\n${line([csvCell(words.t('ExportRefuelling'))])}${line(refuellingHead(words).map(csvCell))}`;
    yield refuellings.map((row) => line(cellsOf(row, words).map((cell) => textOf(cell, words)))).join('');
  }
  const sections = statementOf(facts, tally, await periods(), words);
  yield sections
    .map(({ title, lines }) => `\r\n${line([csvCell(title)])}${lines.map((cells) => line(cells.map(csvCell))).join('')}`)
    .join('');
}

/** Numbers without grouping, so that they are numbers to whoever reads the file. */
function textOf(cell: Cell, { format }: Words): string {
  if (typeof cell === 'string') return csvCell(cell);
  if ('day' in cell) return cell.day;
  if ('at' in cell) return cell.as === 'day' ? format.day(cell.at) : format.dateTime(cell.at);
  const text = fixed(cell.number, cell.decimals);
  return text.replace('.', LANGUAGE_FACTS[format.language].decimalSign);
}
