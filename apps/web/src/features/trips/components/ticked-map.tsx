import type { Trip } from '@spora/contract/trips/endpoints';
import { useQueries } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { boundsOf } from '../../../map/shapes.ts';
import { hasGap, TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { routeQuery } from '../queries.ts';
import { useDistance } from '../use-measures.tsx';
import styles from './ticked-map.module.css';
import { GapLegend } from './trip-map.tsx';

/** So many routes are fetched and drawn at once. */
const DRAWN_MAX = 30;

/** The routes of several trips on one map (TRIP-011: those that may be drawn). */
export function TickedMap(props: { trips: readonly Trip[]; onClose: () => void }): ReactNode {
  const { trips, onClose } = props;
  const t = useT();
  const distance = useDistance();
  const send = useSend();
  const drawn = useMemo(
    () => trips.filter(({ has_route, can, is_masked }) => has_route && can.route && !is_masked).slice(0, DRAWN_MAX),
    [trips],
  );
  const { setup, isPending: isMapPending } = useMapSetup();
  const { isPending, routes } = useQueries({
    queries: drawn.map(({ id }) => routeQuery(send, id)),
    combine: (asked) => ({
      isPending: asked.some((one) => one.isPending),
      routes: asked.flatMap(({ data }) => (data ? [{ parts: data.parts, isOngoing: false }] : [])),
    }),
  });
  const bounds = useMemo(() => boundsOf(routes.flatMap(({ parts }) => parts.flat())), [routes]);
  const left = trips.length - (isPending ? drawn.length : routes.length);
  return (
    <Sheet title={t('TickedMapTitle', { count: trips.length })} closeLabel={t('Close')} isOpen onClose={onClose} isWide>
      <div className={styles['map']}>
        {isMapPending || isPending ? (
          <Skeleton className={styles['wait']} />
        ) : bounds ? (
          <MapSurface {...setup} initialView={{ bounds }} label={t('TickedMapTitle', { count: trips.length })}>
            <TripRouteLayer routes={routes} />
          </MapSurface>
        ) : (
          <EmptyState icon="route" title={t('TickedMapNone')} />
        )}
      </div>
      {bounds && routes.some(({ parts }) => hasGap(parts)) && <GapLegend />}
      {bounds && (
        <p className={styles['sum']}>
          {t('TripCount', { count: routes.length })} · {distance(drawn)}
        </p>
      )}
      {left > 0 && <p className={styles['soft']}>{t('TickedMapLeft', { count: left })}</p>}
    </Sheet>
  );
}
