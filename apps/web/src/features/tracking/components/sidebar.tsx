import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FormLink } from '../../../ui/form-link.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AfterAWhile, LOADER_ROWS, Skeleton } from '../../../ui/skeleton.tsx';
import type { Connection } from '../live-feed.ts';
import { keepPanel, type PanelState, readPanel } from '../panel-state.ts';
import styles from './sidebar.module.css';

const WIDTH = { least: 280, usual: 380, most: 620, step: 20 } as const;

/** Less is a press. */
const SWIPE_PX = 16;

const clamp = (width: number): number => Math.round(Math.max(WIDTH.least, Math.min(WIDTH.most, width)));

/** Hears of a pressed pointer until it is let go, or until the browser takes it over. */
function follow(
  { currentTarget: handle, pointerId }: PointerEvent<HTMLElement>,
  on: { onMove?: (moved: globalThis.PointerEvent) => void; onEnd: (ended: globalThis.PointerEvent) => void },
): void {
  const following = new AbortController();
  const { signal } = following;
  const end = (ended: globalThis.PointerEvent): void => {
    following.abort();
    on.onEnd(ended);
  };
  handle.setPointerCapture(pointerId);
  if (on.onMove) handle.addEventListener('pointermove', on.onMove, { signal });
  handle.addEventListener('pointerup', end, { signal });
  handle.addEventListener('pointercancel', end, { signal });
}

/** The panel beside the map; a bottom sheet below 768 px. Width and open state are remembered (MAP-016). */
export function Sidebar(props: {
  title: string;
  /** On a phone: whether the sheet covers most of the map. */
  isRaised: boolean;
  onRaise: (isRaised: boolean) => void;
  children: ReactNode;
}): ReactNode {
  const { isRaised, onRaise } = props;
  const t = useT();
  const [view, setView] = useState<PanelState>(() => readPanel() ?? { width: WIDTH.usual, isOpen: true });
  const keep = useCallback((next: PanelState) => {
    setView(next);
    keepPanel(next);
  }, []);
  const resize = (width: number): void => keep({ ...view, width: clamp(width) });

  function drag(event: PointerEvent<HTMLElement>): void {
    const start = event.clientX - view.width;
    let width = view.width;
    follow(event, {
      onMove: (moved) => {
        width = clamp(moved.clientX - start);
        setView((before) => ({ ...before, width }));
      },
      // Where the browser takes the pointer over, the width stays where it was drawn to.
      onEnd: () => keep({ ...view, width }),
    });
  }
  // The grip is pulled as well as pressed.
  const hasSwiped = useRef(false);
  function swipe(event: PointerEvent<HTMLElement>): void {
    const start = event.clientY;
    hasSwiped.current = false;
    follow(event, {
      onEnd: (ended) => {
        const moved = ended.clientY - start;
        if (ended.type === 'pointercancel' || Math.abs(moved) < SWIPE_PX) return;
        hasSwiped.current = true;
        onRaise(moved < 0);
      },
    });
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') resize(view.width - WIDTH.step);
    else if (event.key === 'ArrowRight') resize(view.width + WIDTH.step);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <aside
        className={cx(styles['sidebar'], !view.isOpen && styles['closed'], isRaised && styles['raised'])}
        style={{ '--panel-width': `${view.width}px` } as Record<string, string>}
        aria-label={props.title}
      >
        <button
          type="button"
          className={styles['grip']}
          aria-expanded={isRaised}
          onPointerDown={swipe}
          onClick={() => !hasSwiped.current && onRaise(!isRaised)}
        >
          <span className={styles['bar']} aria-hidden="true" />
          <span className={styles['gripText']}>{isRaised ? t('CollapsePanel') : t('ExpandPanel')}</span>
        </button>
        <div className={styles['content']}>{props.children}</div>
        <div
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={t('ResizePanel')}
          aria-valuenow={view.width}
          aria-valuemin={WIDTH.least}
          aria-valuemax={WIDTH.most}
          className={styles['resizer']}
          onPointerDown={drag}
          onKeyDown={onKey}
        />
      </aside>
      <div
        className={cx(styles['toggle'], !view.isOpen && styles['toggleClosed'])}
        style={{ '--panel-width': `${view.width}px` } as Record<string, string>}
      >
        <IconButton
          icon={view.isOpen ? 'chevron-left' : 'chevron-right'}
          isSmall
          look="plain"
          label={view.isOpen ? t('CollapsePanel') : t('ExpandPanel')}
          aria-expanded={view.isOpen}
          onClick={() => keep({ ...view, isOpen: !view.isOpen })}
        />
      </div>
    </>
  );
}

/** MAP-036: an empty account learns how to begin; a member without units learns whom to ask. */
export function NoUnits(props: { isAdmin: boolean; accountName: string; onAddPhone: (() => void) | null }): ReactNode {
  const t = useT();
  const action = (props.isAdmin || props.onAddPhone) && (
    <>
      {props.isAdmin && (
        <FormLink to={ADDRESSES.addUnit} look="primary" icon="plus">
          {t('AddUnit')}
        </FormLink>
      )}
      {props.onAddPhone && (
        <Button icon="phone" isWrite onClick={props.onAddPhone}>
          {t('AddPhone')}
        </Button>
      )}
    </>
  );
  return (
    <EmptyState icon="map" title={t(props.isAdmin ? 'EmptyMapTitle' : 'EmptyMapTitleUser')} action={action}>
      {props.isAdmin ? t('EmptyMapAdmin') : t('EmptyMapUser', { account: props.accountName })}
    </EmptyState>
  );
}

export function NothingMatches(props: { onShowAll: () => void }): ReactNode {
  const t = useT();
  return (
    <EmptyState icon="search" title={t('NoMatchTitle')} action={<Button onClick={props.onShowAll}>{t('ShowAllUnits')}</Button>}>
      {t('NoMatchText')}
    </EmptyState>
  );
}

/** The list before its first answer: its own shape, or what is wrong. */
export function UnitsSkeleton(props: { connection: Connection }): ReactNode {
  const t = useT();
  if (props.connection === 'offline') {
    return (
      <EmptyState icon="offline" title={t('CouldNotLoad')} isAlert>
        {t('LoadFailedText')}
      </EmptyState>
    );
  }
  return (
    <AfterAWhile>
      <div className={styles['skeleton']} aria-busy="true" aria-label={t('Loading')}>
        <Skeleton height={36} />
        {Array.from({ length: LOADER_ROWS }, (_, row) => (
          <div key={row} className={styles['skeletonRow']}>
            <Skeleton width={24} height={24} />
            <div className={styles['skeletonText']}>
              <Skeleton width="55%" height={14} />
              <Skeleton width="80%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </AfterAWhile>
  );
}
