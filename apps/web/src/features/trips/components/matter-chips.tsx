import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import chip from '../../../ui/chip.module.css';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { TripPage } from '../model.ts';
import { hasFilters, MATTERS, NO_FILTERS, type Matter, type TripSearch } from '../public/trip-search.ts';
import styles from './matter-chips.module.css';

const ONE_PAGE = { page: undefined, trip: undefined } as const;

/** How much is to be done of each kind. */
export const countsOf = (totals: TripPage['totals'] | null): Record<Matter, number> => ({
  purpose: totals?.purpose_missing ?? 0,
  driver: totals?.driver_missing ?? 0,
  odometer: totals?.odometer_gap ?? 0,
});

/**
 * The inbox of the log: what is open in the period, counted by the server and by no filter; a chip shows these trips alone. Where the log is
 * narrowed, what is open of that stands before it, and both say whose they are.
 */
export function MatterChips(props: {
  totals: TripPage['totals'] | null;
  /** Of what the other filters leave; null where there are none. */
  own?: TripPage['totals'] | null;
  search: TripSearch;
  onChange: (patch: Partial<TripSearch>) => void;
}): ReactNode {
  const { totals, search, onChange } = props;
  const t = useT();
  const format = useFormat();
  const counts = countsOf(totals);
  const isNarrowed = hasFilters({ ...search, matter: undefined });
  const here = countsOf(props.own ?? null);
  // Of what one matter leaves the others are not known.
  const shownHere = MATTERS.filter((matter) => (search.matter ? search.matter === matter : here[matter] > 0));
  const shown = MATTERS.filter((matter) => counts[matter] > 0 || (search.matter === matter && !isNarrowed));
  const pressed = usePressedInView(search.matter);
  const toasts = useToasts();
  // The number is of the whole period: so is what it leads to, and whoever had narrowed the log is told.
  const turn = (matter: Matter): void => onChange({ ...ONE_PAGE, matter: search.matter === matter ? undefined : matter });
  const press = (matter: Matter): void => {
    if (search.matter === matter && !isNarrowed) {
      turn(matter);
      return;
    }
    onChange({ ...NO_FILTERS, matter });
    if (!isNarrowed) return;
    const before = Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, search[name as keyof TripSearch]]));
    toasts.show({ text: t('OtherFiltersCleared'), action: { label: t('Undo'), run: () => onChange(before) } });
  };
  if (shown.length + (isNarrowed ? shownHere.length : 0) === 0) return null;
  const chipOf = (matter: Matter, count: number, isOn: boolean, onPress: (matter: Matter) => void): ReactNode => (
    <button
      key={matter}
      ref={isOn ? pressed : undefined}
      type="button"
      className={chip['chip']}
      aria-pressed={isOn}
      onClick={() => onPress(matter)}
    >
      <span className={styles['full']}>{t(`Matter-${matter}`)}</span>
      <span className={styles['short']} aria-hidden="true">
        {t(`MatterShort-${matter}`)}
      </span>{' '}
      <strong>{format.number(count)}</strong>
      {isOn && <Icon name="close" size={14} />}
    </button>
  );
  const group = (label: string, children: ReactNode, isBrief = false): ReactNode => (
    <div className={cx(styles['chips'], isBrief && styles['brief'])} role="group" aria-label={label}>
      <span className={isNarrowed ? cx(styles['label'], styles['whose']) : styles['label']} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
  return (
    <>
      {isNarrowed &&
        (shownHere.length > 0
          ? group(
              t('MattersHere'),
              shownHere.map((matter) => chipOf(matter, here[matter], search.matter === matter, turn)),
            )
          : props.own && <span className={cx(styles['label'], styles['whose'])}>{t('MattersHereNone')}</span>)}
      {shown.length > 0 &&
        group(
          isNarrowed ? t('MattersWhole') : t('OpenMatters'),
          shown.map((matter) => chipOf(matter, counts[matter], search.matter === matter && !isNarrowed, press)),
          isNarrowed,
        )}
    </>
  );
}

/**
 * Where a line of chips moves sideways, the one that is pressed is moved into view, and again when the line or what stands before it
 * has changed its width; otherwise the line stays where a finger moved it.
 */
function usePressedInView(matter: Matter | undefined): RefObject<HTMLButtonElement | null> {
  const pressed = useRef<HTMLButtonElement>(null);
  const shownAt = useRef('');
  const isThere = matter !== undefined;
  const show = useCallback((): void => {
    const line = lineOf(pressed.current);
    if (!pressed.current || !line) return;
    const [chip, edges] = [pressed.current.getBoundingClientRect(), line.getBoundingClientRect()];
    const at = [chip.left - edges.left + line.scrollLeft, chip.width, edges.width].map(Math.round).join(' ');
    if (at !== shownAt.current) line.scrollLeft += overhang(chip, edges);
    shownAt.current = at;
  }, []);
  useEffect(show);
  useEffect(() => {
    const line = lineOf(pressed.current);
    if (!isThere || !line) return undefined;
    const observer = new ResizeObserver(show);
    observer.observe(line);
    return () => observer.disconnect();
  }, [isThere, show]);
  return pressed;
}
const lineOf = (chip: HTMLElement | null): HTMLElement | null =>
  chip?.closest<HTMLElement>('[role="group"]')?.parentElement ?? null;

/** How far a line has to move for all of a chip to be seen, clear of the edge that fades. */
const overhang = (chip: Edges, line: Edges): number => {
  const right = chip.right + FADE_PX - line.right;
  const left = chip.left - FADE_PX - line.left;
  return right > 0 ? right : Math.min(left, 0);
};
type Edges = Pick<DOMRect, 'left' | 'right'>;
const FADE_PX = 56;
