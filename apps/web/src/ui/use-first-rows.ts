import { useState } from 'react';

/** How many rows of a table are drawn at first, and with each press of "show more". */
export const ROWS_AT_ONCE = 100;

/**
 * The first rows of a list in their order, and how many the next press adds (0: all are shown): a thousand at once would make every
 * press on the page wait. How many are shown stays as it is when the order changes.
 */
export function useFirstRows<T>(rows: readonly T[]): { shown: readonly T[]; next: number; showNext: () => void } {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  return {
    shown: rows.slice(0, count),
    next: Math.max(0, Math.min(ROWS_AT_ONCE, rows.length - count)),
    showNext: () => setCount(count + ROWS_AT_ONCE),
  };
}
