import type { Trip, TripFilterInput } from '@spora/contract/trips/endpoints';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { isAbort } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChosenBar } from '../../../ui/chosen-bar.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { TripPage } from '../model.ts';
import { allTrips } from '../use-bulk.ts';
import type { Ticks } from '../use-ticks.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import styles from './bulk-bar.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

/** The map, fetched when somebody wants it. */
const TickedMap = lazy(() => import('./ticked-map.tsx').then((module) => ({ default: module.TickedMap })));

/** TRIP-021: what can be done with the trips that are ticked; in the place of the sums, so that no row moves. */
export function BulkBar(props: { page: TripPage; filter: TripFilterInput; ticks: Ticks; edits: TripEdits }): ReactNode {
  const { page, filter, ticks, edits } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const [open, setOpen] = useState<'bulk' | 'merge' | 'map' | null>(null);
  const fetching = useRef<AbortController | null>(null);
  const [isFetching, setFetching] = useState(false);
  const ids = [...ticks.ids];
  const known = ticks.trips;
  const onPage = page.trips.filter(({ id }) => ticks.has(id));
  // Any trip can be looked at on the map; what one may not change is told before, and left.
  const locked = new Set(known.flatMap(({ id, can }) => (can.edit ? [] : [id])));
  const changeable = ids.filter((id) => !locked.has(id));
  const pair: readonly Trip[] = ids.length === 2 && known.length === 2 && locked.size === 0 ? known : [];

  const chooseAll = async (): Promise<void> => {
    fetching.current = new AbortController();
    setFetching(true);
    try {
      ticks.set(await allTrips(send, filter, fetching.current.signal));
    } catch (error) {
      if (!isAbort(error)) toasts.show({ text: errors.text(error) });
    } finally {
      setFetching(false);
    }
  };
  return (
    <ChosenBar
      className={styles['bar']}
      label={t('TickedTrips')}
      count={t('TickedCount', { count: ids.length })}
      more={
        <>
          <Button isSmall look="quiet" onClick={() => ticks.clear()}>
            {t('TickNone')}
          </Button>
          {locked.size > 0 && <span role="status">{t('TickedLocked', { count: locked.size })}</span>}
          {ticks.leftCount > 0 && (
            <>
              <span role="status">{t('TickedLeft', { count: ticks.leftCount })}</span>
              <Button look="quiet" isSmall isWrite={false} onClick={() => ticks.includeLeft()}>
                {t('TickedLeftInclude')}
              </Button>
            </>
          )}
          {ids.length > 0 && ids.length < page.totals.count && page.trips.every(({ id }) => ticks.has(id)) && (
            <Button look="quiet" isSmall isWrite={false} isBusy={isFetching} onClick={() => void chooseAll()}>
              {t('TickAll', { count: format.number(page.totals.count) })}
            </Button>
          )}
          {isFetching && (
            <Button look="quiet" isSmall onClick={() => fetching.current?.abort()}>
              {t('Cancel')}
            </Button>
          )}
        </>
      }
      actions={
        <>
          {pair.length === 2 && (
            <Button isSmall icon="merge" onClick={() => setOpen('merge')}>
              {t('MergeTrips')}
            </Button>
          )}
          {onPage.length > 1 && (
            <Button isSmall icon="map" onClick={() => setOpen('map')}>
              {t('TickedMap')}
            </Button>
          )}
          {changeable.length > 0 && (
            <Button isSmall look="primary" onClick={() => setOpen('bulk')}>
              {t('ChangeTicked')}
            </Button>
          )}
        </>
      }
    >
      {open === 'bulk' && (
        <BulkDialog
          ids={changeable}
          lockedCount={locked.size}
          leftCount={ticks.leftCount}
          known={known}
          lacking={filter.purpose_missing ? 'purpose' : filter.driver_missing ? 'driver' : null}
          edits={edits}
          onClose={() => setOpen(null)}
          onDone={() => ticks.clear()}
        />
      )}
      {open === 'map' && (
        <Suspense>
          <TickedMap trips={onPage} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'merge' && (
        <MergeDialog
          pair={pair}
          edits={edits}
          onClose={(isMerged) => {
            setOpen(null);
            if (isMerged) ticks.clear();
          }}
        />
      )}
    </ChosenBar>
  );
}
