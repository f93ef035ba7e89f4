import type { KeyboardEvent } from 'react';

/** How far is looked for a row that has the control, when those drawn have none. */
const LEAPS = 8;

const controlOf = (event: KeyboardEvent<HTMLElement>): HTMLElement | null =>
  event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-column]') : null;

/** Puts the focus on the control of the same column in the next row that has it, in a long list also of those not drawn yet. */
function goTo(table: HTMLElement, control: HTMLElement, step: 1 | -1, scroller: HTMLElement | null): boolean {
  const row = control.closest<HTMLElement>('[data-row]');
  const focusAfter = (rowId: string | undefined): boolean => {
    const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((each) => each.dataset['row'] === rowId);
    for (let next = at + step; at >= 0 && next >= 0 && next < rows.length; next += step) {
      const target = rows[next]?.querySelector<HTMLElement>(`[data-column="${control.dataset['column']}"]`);
      if (!target) continue;
      target.focus({ preventScroll: true });
      // The row knows how much of the list the names of the columns and what is at its foot cover; its controls do not.
      rows[next]?.scrollIntoView({ block: 'nearest' });
      return true;
    }
    return false;
  };
  const edge = (): string | undefined => {
    const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
    return (step === 1 ? rows.at(-1) : rows[0])?.dataset['row'];
  };
  if (focusAfter(row?.dataset['row'])) return true;
  if (!scroller) return false;
  const leap = (from: string | undefined, left: number): void => {
    scroller.scrollTop += step * scroller.clientHeight;
    requestAnimationFrame(() => {
      const now = edge();
      if (!focusAfter(from) && now !== from && left > 0) leap(now, left - 1);
    });
  };
  const isAtEnd = step === 1 ? scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1 : scroller.scrollTop <= 0;
  if (!isAtEnd) leap(edge(), LEAPS);
  return false;
}

/** Arrows up and down go to the same control of the next row (NAV-038); what is open keeps its own arrows, but for trips that are unfolded under their row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>, scroller: HTMLElement | null): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.altKey || event.ctrlKey || event.metaKey) return;
  const control = controlOf(event);
  const isOpenList = control?.getAttribute('aria-expanded') === 'true' && control.dataset['column'] !== 'time';
  if (!control || isOpenList) return;
  event.preventDefault();
  event.stopPropagation();
  goTo(event.currentTarget, control, event.key === 'ArrowDown' ? 1 : -1, scroller);
}

/** TRIP-020: Enter in a field has saved it, and goes on to the field below; with shift to the one above. */
export function moveOnEnter(event: KeyboardEvent<HTMLElement>, scroller: HTMLElement | null): void {
  const control = controlOf(event);
  if (event.key !== 'Enter' || !(control instanceof HTMLInputElement) || control.type !== 'text') return;
  if (!goTo(event.currentTarget, control, event.shiftKey ? -1 : 1, scroller)) control.focus();
}
