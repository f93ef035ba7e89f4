import { textPreference } from '../../lib/text-preference.ts';
import { type Column, columnsOf, type UnitSearch, writeColumns } from './list-model.ts';

const kept = textPreference('unit-columns', (text) => text === 'none' || columnsOf({ columns: text }).length > 0);

/** What the address names, else what somebody chose last, here or in another browser (UNIT-019). */
export function useUnitColumns({ columns }: Pick<UnitSearch, 'columns'>): readonly Column[] {
  const chosen = kept.use();
  const named = columns ?? chosen;
  return columnsOf(named === '' ? {} : { columns: named });
}

/** Keeps a choice for the next time. Answers what the address says of it. */
export function keepUnitColumns(columns: readonly Column[]): string | undefined {
  const text = writeColumns(columns);
  kept.keep(text ?? '');
  return text;
}

/** STORE-010. */
export const unitColumns = kept.binding;
