import { useMemo } from 'react';
import { textPreference } from '../../lib/text-preference.ts';
import { isUsual, readColumns, USUAL_COLUMNS, writeColumns, type ColumnChoice } from './columns.ts';

const kept = textPreference('trip-columns', (text) => readColumns(text) !== null);

/** An empty text: the columns as they are for everybody, also when those change one day. */
export const keepColumns = (columns: readonly ColumnChoice[]): void => kept.keep(isUsual(columns) ? '' : writeColumns(columns));

/** The columns somebody has chosen, here or in another browser. */
export function useColumns(): readonly ColumnChoice[] {
  const text = kept.use();
  return useMemo(() => readColumns(text) ?? USUAL_COLUMNS, [text]);
}

/** STORE-010. */
export const tripColumns = kept.binding;
