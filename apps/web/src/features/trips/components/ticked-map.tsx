import type { Trip } from '@spora/contract/trips/endpoints';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { useShownTheme } from '../../../lib/use-theme.ts';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapControls } from '../../../map/map-controls.tsx';
import { MapSurface } from '../../../map/map-surface.tsx';
import { routeColour } from '../../../map/route-colours.ts';
import { cornersOf } from '../../../map/frame.ts';
import { boundsOf } from '../../../map/shapes.ts';
import { hasGap, TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { startText } from '../model.ts';
import { routeQuery } from '../queries.ts';
import { tickedGroups, type TickedGroup } from '../ticked-groups.ts';
import { useDistance } from '../use-measures.tsx';
import styles from './ticked-map.module.css';
import { GapLegend } from './trip-map.tsx';

/** So many routes are fetched and drawn at once. */
const DRAWN_MAX = 30;

/** The routes of several trips on one map (TRIP-011: those that may be drawn), told apart by colour, and by the list beside it. */
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
  const { isPending, found } = useQueries({
    queries: drawn.map(({ id }) => routeQuery(send, id)),
    combine: (asked) => ({
      isPending: asked.some((one) => one.isPending),
      found: asked.flatMap(({ data }, i) => (data && drawn[i] ? [{ trip: drawn[i], parts: data.parts }] : [])),
    }),
  });
  const groups = useMemo(() => tickedGroups(found.map(({ trip }) => trip)), [found]);
  const [lookedAt, setLookedAt] = useState<string | null>(null);
  const routes = useMemo(() => {
    const numberOf = new Map(groups.flatMap(({ trips: some }, number) => some.map(({ id }) => [id, number] as const)));
    const isIn = new Set(groups.find(({ key }) => key === lookedAt)?.trips.map(({ id }) => id));
    return found.map(({ trip, parts }) => ({
      parts,
      isOngoing: false,
      ...(groups.length > 1 && { number: numberOf.get(trip.id) ?? 0, isFaint: isIn.size > 0 && !isIn.has(trip.id) }),
    }));
  }, [found, groups, lookedAt]);
  const handle = useRef<MapHandle>(null);
  const show = (next: string | null): void => {
    setLookedAt(next);
    const group = groups.find((each) => each.key === next);
    const seen = group ? found.filter(({ trip }) => group.trips.includes(trip)) : found;
    const around = boundsOf(seen.flatMap(({ parts }) => parts.flat()));
    if (around) handle.current?.fit(cornersOf(around));
  };
  const bounds = useMemo(() => boundsOf(found.flatMap(({ parts }) => parts.flat())), [found]);
  const left = trips.length - (isPending ? drawn.length : found.length);
  const title = t('TickedMapTitle', { count: trips.length });
  return (
    <Sheet title={title} closeLabel={t('Close')} isOpen onClose={onClose} isWhole>
      <div className={styles['whole']}>
        <div className={styles['frame']} data-listed={bounds !== null && groups.length > 1}>
          <div className={styles['map']}>
            {isMapPending || isPending ? (
              <Skeleton className={styles['wait']} />
            ) : bounds ? (
              <MapSurface {...setup} initialView={{ bounds }} label={title} handleRef={handle}>
                <MapControls fitAllText={t('ShowAllOnMap')} onFitAll={() => show(null)} />
                <TripRouteLayer routes={routes} />
              </MapSurface>
            ) : (
              <EmptyState icon="route" title={t('TickedMapNone')} />
            )}
          </div>
          {bounds && groups.length > 1 && (
            <Legend groups={groups} lookedAt={lookedAt} onLook={(key) => show(key === lookedAt ? null : key)} />
          )}
        </div>
        {bounds && routes.some(({ parts }) => hasGap(parts)) && <GapLegend />}
        {bounds && (
          <p className={styles['sum']}>
            {t('TripCount', { count: routes.length })} · {distance(drawn)}
          </p>
        )}
        {left > 0 && <p className={styles['soft']}>{t('TickedMapLeft', { count: left })}</p>}
      </div>
    </Sheet>
  );
}

/** Whose way is which; one that is pressed is looked at alone and closely, until it is pressed again. */
function Legend(props: { groups: readonly TickedGroup[]; lookedAt: string | null; onLook: (key: string) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const distance = useDistance();
  const theme = useShownTheme();
  const textsOf = ({ trips }: TickedGroup, ofUnits: boolean): readonly [string, string] => {
    const [first] = trips;
    if (!first) return ['', ''];
    if (ofUnits) return [first.unit_name, `${t('TripCount', { count: trips.length })} · ${distance(trips)}`];
    const stop = first.stop?.time ?? null;
    const ends = [first.start, first.stop].map((end) => end && (end.place ?? end.address)).filter(Boolean);
    const times = `${first.day} ${startText(first, format)}${stop === null ? '' : `–${format.time(stop)}`}`;
    return [times, [ends.join(' – '), distance(trips)].filter(Boolean).join(' · ')];
  };
  const ofUnits = props.groups.some(({ key }) => key.startsWith('unit'));
  return (
    <ul className={styles['legend']} aria-label={t('TickedMapLegend')}>
      {props.groups.map((group, number) => {
        const [name, about] = textsOf(group, ofUnits);
        return (
          <li key={group.key}>
            <button
              type="button"
              className={styles['way']}
              aria-pressed={group.key === props.lookedAt}
              onClick={() => props.onLook(group.key)}
            >
              <span className={styles['swatch']} style={{ background: routeColour(number, theme) }} aria-hidden="true" />
              <span className={styles['wayText']}>
                <strong>{name}</strong>
                <span>{about}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
