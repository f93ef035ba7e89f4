/** What stands among others of its kind. */
const ROW = 'li, tr, [role=row], [role=listitem]';
const LIST = 'ol, ul, tbody, [role=list], [role=table], [role=rowgroup]';
const CONTROLS = 'a[href], button:not(:disabled), input[type=checkbox]:not(:disabled)';
/** What lies over the page for a while; afterwards one is back where one was. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-react-aria-top-layer]';
/** What puts the focus somewhere itself has done so by then. */
const SETTLED_MS = 60;

/** Where the focus was in a list: by what stands around it, since what is new may come between. */
interface Place {
  readonly control: Element;
  /** Which of the row's controls. */
  readonly nth: number;
  readonly row: Element;
  readonly after: readonly Element[];
  readonly before: readonly Element[];
}

const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

function placeOf(target: Element): Place | null {
  const control = target.closest(CONTROLS);
  const row = control?.closest(ROW);
  const list = row?.parentElement?.closest(LIST);
  if (!control || !row || !list) return null;
  const rows = [...list.querySelectorAll(ROW)].filter((each) => each.parentElement?.closest(LIST) === list);
  const at = rows.indexOf(row);
  const nth = controlsOf(row).findIndex((each) => each === control);
  return { control, nth, row, after: rows.slice(at + 1), before: rows.slice(0, at).toReversed() };
}

/** What looks alike does the same. */
const isLike = (one: Element, other: Element): boolean => one.tagName === other.tagName && one.className === other.className;

/** What does the same in the row itself, in the next one that is still there, or else in the one before; where nothing does, what is nearest. */
function nextOf({ control, nth, row, after, before }: Place): HTMLElement | undefined {
  const rows = [row, ...after, ...before].filter((each) => each.isConnected).map(controlsOf);
  const alike = rows.map((controls) => controls.filter((each) => isLike(each, control)));
  const same = alike.find((controls) => controls.length > 0);
  const inPlace = same?.find((each) => rows.some((controls) => controls[nth] === each));
  return inPlace ?? same?.[0] ?? rows.find((controls) => controls.length > 0)?.[0];
}

/**
 * Whoever goes through a list from the keyboard goes on where they were when the row that they were in leaves it by its own button, also by
 * way of a dialog (NAV-038): the browser would leave the focus nowhere. Answers how to stop.
 */
export function keepFocusInLists(page: Document): () => void {
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    const next = placeOf(target);
    if (next || !target.closest(OVER)) place = next;
  };
  // Who leaves of their own accord, by a press beside everything, is not led back.
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    setTimeout(() => {
      if (place?.control === target && target.isConnected && page.activeElement === page.body) place = null;
    });
  };
  const go = (): void => {
    if (!place || place.control.isConnected || page.activeElement !== page.body) return;
    nextOf(place)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!place || place.control.isConnected) return;
    clearTimeout(timer);
    timer = setTimeout(go, SETTLED_MS);
  });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', onBlur);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', onBlur);
  };
}
