import { clockMs } from '@spora/calendar/durations';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { routeQuery } from '../queries.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { boundsOf, type MapPoint } from '../../../map/shapes.ts';
import { hasGap, TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './trip-map.module.css';

const endsOf = (trip: Trip): MapPoint[] =>
  [trip.start, trip.stop].flatMap((end) => (end && end.lat !== null && end.lng !== null ? [{ lat: end.lat, lng: end.lng }] : []));

/** What is drawn: the route, or without one the two ends as parts of a single point each (TRIP-013). */
export const routePartsOf = (trip: Trip, route: { readonly parts: readonly MapPoint[][] } | undefined): readonly MapPoint[][] =>
  route?.parts ?? endsOf(trip).map((end) => [end]);

/** Where the first of two merged trips ended, as its route tells it. */
function stopOf({ parts: [first] }: Trip, route: DataOf<'trips.route'> | undefined): MapPoint[] {
  if (!first || !route) return [];
  const endMs = Date.parse(first.stop);
  const last = route.parts.flat().findLast(({ time }) => Date.parse(time) <= endMs);
  return last ? [last] : [];
}

/** The route of one trip on a map. */
export function TripMap(props: { trip: Trip }): ReactNode {
  const { trip } = props;
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const wantsRoute = trip.has_route && trip.can.route;
  const { setup, isPending } = useMapSetup();
  const route = useQuery({ ...routeQuery(send, trip.id), enabled: wantsRoute });
  const shown = useMemo(() => {
    const parts = routePartsOf(trip, route.data);
    const bounds = boundsOf(parts.flat());
    return { parts, stops: stopOf(trip, route.data), view: bounds && { bounds } };
  }, [route.data, trip]);

  if (isPending || (wantsRoute && route.isPending))
    return (
      <div className={styles['frame']}>
        <Skeleton className={styles['wait']} />
      </div>
    );
  if (!shown.view)
    return (
      <EmptyState icon="route" title={t('NoRoute')}>
        {t('NoPosition')}
      </EmptyState>
    );
  return (
    <>
      <div className={styles['frame']}>
        <MapSurface key={trip.id} {...setup} initialView={shown.view} label={t('RouteOnMap')}>
          <TripRouteLayer routes={[{ parts: shown.parts, stops: shown.stops, isOngoing: trip.is_ongoing }]} />
        </MapSurface>
      </div>
      {hasGap(shown.parts) && <GapLegend />}
      {shown.stops.length > 0 && <StopLegend trip={trip} />}
      {(!wantsRoute || route.isError) && (
        <p className={styles['notice']}>
          <Icon name="information" size={16} />
          <span>{route.isError ? errors.text(route.error) : <NotDrawn trip={trip} />}</span>
        </p>
      )}
    </>
  );
}

/** What the sign between two merged trips is. */
function StopLegend({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [first, second] = trip.parts;
  const stoodMs = clockMs(Date.parse(first?.stop ?? ''), Date.parse(second?.start ?? ''));
  return (
    <p className={styles['legend']}>
      <Icon name="pin" size={14} />
      {t('MergedStop', {
        time: format.duration(stoodMs / 1000),
        from: format.time(first?.stop ?? ''),
        to: format.time(second?.start ?? ''),
      })}
    </p>
  );
}

/** What the dashed parts of a route are. */
export function GapLegend(): ReactNode {
  const t = useT();
  return (
    <p className={styles['legend']}>
      <span className={styles['dash']} aria-hidden="true" />
      {t('GapHelp')}
    </p>
  );
}

/**
 * Why no route is drawn (TRIP-011, TRIP-013), with the way to where the unit was that day, but for what the log withholds: it does not lead
 * around its own rule, but an administrator is led to where the third type's routes are switched on. The route of a trip under way comes in pieces of
 * an hour at the most: a tracker that reports seldom has none yet.
 */
function NotDrawn({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const typeText = useTripTypeText();
  const { RealTimeMap: hasMap, IsAdmin: isAdmin } = useUser();
  const reason =
    trip.has_route && !trip.can.route
      ? 'RouteBusinessOnly'
      : trip.is_ongoing
        ? 'RouteUnderWay'
        : trip.is_manual
          ? 'RouteOfManual'
          : 'NoRoute';
  return (
    <>
      {t(reason)}{' '}
      {reason === 'RouteBusinessOnly' && trip.type === 'other' && isAdmin && (
        <PageLink to={ADDRESSES.account} search={{ tab: 'options' }}>
          {t('RouteDrawOther', { type: typeText('other') })}
        </PageLink>
      )}
      {reason !== 'RouteBusinessOnly' && hasMap && trip.imei !== null && (
        <PageLink to={ADDRESSES.map} search={{ unit: trip.imei, from: trip.day, to: trip.day }}>
          {t('RouteOnDay')}
        </PageLink>
      )}
    </>
  );
}
