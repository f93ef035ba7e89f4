import type { SortOrder } from './table.tsx';

/**
 * The order of a table that an address asks for (NAV-037). Undefined for the usual one, which addresses leave out, and for what
 * is no order of these columns.
 */
export function readOrder<T extends string>(
  value: unknown,
  columns: readonly T[],
  usual: SortOrder<T>,
): SortOrder<T> | undefined {
  const orders = columns.flatMap((column): SortOrder<T>[] => [column, `-${column}`]);
  return orders.find((order) => order === value && order !== usual);
}

/** What the address is to hold of an order: nothing of the usual one. */
export const orderToKeep = <T extends string>(order: SortOrder<T>, usual: SortOrder<T>): SortOrder<T> | undefined =>
  order === usual ? undefined : order;
