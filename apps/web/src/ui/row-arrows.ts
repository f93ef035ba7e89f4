import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';

/** What keeps its own arrows: fields that are typed in, and what opens or has opened a list. */
const OWN_ARROWS = 'input:not([type=checkbox]), textarea, select, [role=combobox], [aria-haspopup], [aria-expanded=true]';

/**
 * NAV-038: in a table arrows up and down go from a link, button or box to that of the same column in the next row that has one. Rows that
 * are not drawn are drawn as the focus comes near.
 */
export function moveBetweenTableRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { currentTarget: body, target } = event;
  // What is opened from a row stands in it for React, and elsewhere in the page.
  if (!(target instanceof Element) || !body.contains(target) || target.closest(OWN_ARROWS)) return;
  const control = target.closest(CONTROLS);
  const cell = control?.closest('td, th');
  const row = cell?.parentElement;
  if (!control || !cell || !row) return;
  event.preventDefault();
  const column = [...row.children].indexOf(cell);
  const nth = [...cell.querySelectorAll(CONTROLS)].indexOf(control);
  const next = (from: Element): Element | null =>
    event.key === 'ArrowDown' ? from.nextElementSibling : from.previousElementSibling;
  for (let other = next(row); other; other = next(other)) {
    const there = [...(other.children[column]?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const found = there[nth] ?? there.at(-1);
    if (!found) continue;
    found.focus();
    found.scrollIntoView({ block: 'nearest' });
    return;
  }
}
