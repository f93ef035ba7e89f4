import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Whoever attests from the keyboard goes on where they were: when what had the focus is gone with what was done, the next row's button has it,
 * or the first one's, or else the list.
 */
export function useFocusKept() {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<{ element: HTMLElement | null; row: number }>({ element: null, row: 0 });
  useEffect(() => {
    const { element, row } = last.current;
    if (element === null || element.isConnected || document.activeElement !== document.body) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-index] button') ?? [])];
    const next = buttons.find((button) => rowOf(button) >= row) ?? buttons[0] ?? list.current;
    next?.focus();
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    last.current = { element: target, row: rowOf(target, last.current.row) };
  };
  return { ref: list, tabIndex: -1, onFocus };
}

const rowOf = (element: HTMLElement, otherwise = 0): number =>
  Number(element.closest<HTMLElement>('tr[data-index]')?.dataset['index'] ?? otherwise);
