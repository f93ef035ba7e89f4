/**
 * Scrolls a list so far that what is current in it is seen, and nothing else. `scrollIntoView` also makes an element the place from which
 * Tab goes on, so that of a page that has just opened everything before it is passed over, the link past the menu first of all.
 */
export function showWithin(scroller: HTMLElement | null, current: Element | null | undefined): void {
  if (!scroller || !current) return;
  const [frame, box] = [scroller.getBoundingClientRect(), current.getBoundingClientRect()];
  const padding = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
  const above = frame.top + padding - box.top;
  const below = box.bottom - (frame.bottom - padding);
  if (above > 0) scroller.scrollTop -= above;
  else if (below > 0) scroller.scrollTop += below;
  // Of a row of entries the current one stands in the middle, with the next at its sides.
  if (scroller.scrollWidth > scroller.clientWidth)
    scroller.scrollLeft += box.left + box.width / 2 - (frame.left + frame.width / 2);
}
