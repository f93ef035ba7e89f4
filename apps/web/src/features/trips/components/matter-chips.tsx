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
 * The inbox of the log: what is open in what the log shows; a chip shows these trips alone. Where the log is narrowed, how much is open in
 * the whole period is one link behind it, which takes the filters away.
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
  const toasts = useToasts();
  const pressed = usePressedInView(search.matter);
  const isNarrowed = hasFilters({ ...search, matter: undefined });
  const whole = countsOf(totals);
  const counts = isNarrowed ? countsOf(props.own ?? null) : whole;
  // Of what one matter leaves the others are not known.
  const shown = MATTERS.filter(
    (matter) => search.matter === matter || (counts[matter] > 0 && !(isNarrowed && search.matter !== undefined)),
  );
  const sumOf = (of: Record<Matter, number>): number =>
    search.matter ? of[search.matter] : MATTERS.reduce((sum, matter) => sum + of[matter], 0);
  const isMore = isNarrowed && sumOf(whole) > sumOf(counts);
  // Whoever had narrowed the log is told that it no longer is.
  const showWhole = (): void => {
    onChange({ ...NO_FILTERS, matter: search.matter });
    const before = Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, search[name as keyof TripSearch]]));
    toasts.show({ text: t('OtherFiltersCleared'), action: { label: t('Undo'), run: () => onChange(before) } });
  };
  if (shown.length === 0 && !isNarrowed) return null;
  const label = t(isNarrowed ? 'MattersHere' : 'OpenMatters');
  return (
    <>
      {shown.length > 0 && (
        <div className={styles['chips']} role="group" aria-label={label}>
          <span className={styles['label']} aria-hidden="true">
            {label}
          </span>
          {shown.map((matter) => {
            const isOn = search.matter === matter;
            return (
              <button
                key={matter}
                ref={isOn ? pressed : undefined}
                type="button"
                className={chip['chip']}
                aria-pressed={isOn}
                onClick={() => onChange({ ...ONE_PAGE, matter: isOn ? undefined : matter })}
              >
                {matter === 'odometer' ? (
                  <>
                    <span className={styles['full']}>{t('Matter-odometer')}</span>
                    <span className={styles['short']} aria-hidden="true">
                      {t('MatterShort-odometer')}
                    </span>
                  </>
                ) : (
                  t(`Matter-${matter}`)
                )}{' '}
                <strong>{format.number(counts[matter])}</strong>
                {isOn && <Icon name="close" size={14} />}
              </button>
            );
          })}
        </div>
      )}
      {/* Of no trips at all there is nothing to say, but where the whole period has something. */}
      {isNarrowed && shown.length === 0 && props.own && (props.own.count > 0 || isMore) && (
        <span className={cx(styles['label'], styles['none'])}>{t('MattersHereNone')}</span>
      )}
      {isMore && props.own && (
        <button type="button" className={styles['whole']} onClick={showWhole}>
          {t('MattersWhole', { count: sumOf(whole) })}
        </button>
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
