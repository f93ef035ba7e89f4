import { useSyncExternalStore } from 'react';
import type { PreferenceBinding } from '../../lib/preferences.ts';
import { isText, storedItem } from '../../lib/storage.ts';
import { isUsual, readColumns, USUAL_COLUMNS, writeColumns, type ColumnChoice } from './columns.ts';

const stored = storedItem('view.trip-columns', 1, isText);
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function keepText(text: string): void {
  if (text === '') stored.clear();
  else stored.write(text);
  for (const listener of listeners) listener();
}
const readText = (): string => stored.read() ?? '';

/** An empty text: the columns as they are for everybody, also when those change one day. */
export const keepColumns = (columns: readonly ColumnChoice[]): void => keepText(isUsual(columns) ? '' : writeColumns(columns));

let last: { text: string; columns: readonly ColumnChoice[] } = { text: '', columns: USUAL_COLUMNS };
function readChosen(): readonly ColumnChoice[] {
  const text = readText();
  if (last.text !== text) last = { text, columns: readColumns(text) ?? USUAL_COLUMNS };
  return last.columns;
}
/** The columns somebody has chosen, here or in another browser. */
export const useColumns = (): readonly ColumnChoice[] => useSyncExternalStore(subscribe, readChosen);

/** STORE-010. */
export const tripColumns: PreferenceBinding = {
  name: 'trip-columns',
  read: readText,
  take: (value) => {
    if (value === '' || readColumns(value)) keepText(String(value));
  },
  subscribe,
};
