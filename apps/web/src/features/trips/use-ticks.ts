import type { Trip } from '@spora/contract/trips/endpoints';
import { useCallback, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react';

/** The trips that somebody has ticked, for a change of many (TRIP-021). */
export interface Ticks {
  /** Those that a change is for. */
  readonly ids: ReadonlySet<number>;
  /** How many were ticked, are no longer in the list, and are therefore not changed. */
  readonly leftCount: number;
  /** Those are changed, too. */
  includeLeft(): void;
  /** The ticked trips as they were last read, those of other pages too. */
  readonly trips: readonly Trip[];
  has(id: number): boolean;
  /** With `isRange` everything from the last one ticked to this one becomes what this one becomes. */
  toggle(id: number, isRange: boolean): void;
  /** Ticks all of the page, or none when all are. */
  togglePage(): void;
  /** Ticks exactly these, wherever in the log they are. */
  set(trips: readonly Trip[]): void;
  /** Ticks these, or unticks them. */
  setMany(ids: readonly number[], isOn: boolean): void;
  clear(): void;
}

type TickedIds = readonly [ReadonlySet<number>, Dispatch<SetStateAction<ReadonlySet<number>>>];
export const useTickedIds = (): TickedIds => useState<ReadonlySet<number>>(new Set());

const NO_IDS: ReadonlySet<number> = new Set();
const NONE_READ = { page: undefined, byId: new Map<number, Trip>() };

/** Keeps every trip that was read since somebody began to tick; `page` must stay the same object until it is read anew. */
function useReadTrips(page: readonly Trip[] | undefined, isTicking: boolean) {
  const [read, setRead] = useState<{ page: readonly Trip[] | undefined; byId: ReadonlyMap<number, Trip> }>(NONE_READ);
  if (!isTicking && read !== NONE_READ) setRead(NONE_READ);
  if (isTicking && page && read.page !== page) setRead({ page, byId: withTrips(read.byId, page) });
  const add = useCallback((trips: readonly Trip[]) => setRead(({ byId }) => ({ page, byId: withTrips(byId, trips) })), [page]);
  return { byId: read.byId, add };
}
const withTrips = (byId: ReadonlyMap<number, Trip>, trips: readonly Trip[]): ReadonlyMap<number, Trip> =>
  new Map([...byId, ...trips.map((trip) => [trip.id, trip] as const)]);

/**
 * `order`: the trips of the page as they stand under each other; `page`: the page as it was read; `left`: those that it has no more.
 */
export function useTicks(
  order: readonly number[],
  page: readonly Trip[] | undefined,
  [ticked, setIds]: TickedIds,
  left: ReadonlySet<number>,
): Ticks {
  const { byId, add } = useReadTrips(page, ticked.size > 0);
  const [included, setIncluded] = useState<ReadonlySet<number>>(NO_IDS);
  const ids = useMemo(() => new Set([...ticked].filter((id) => !left.has(id) || included.has(id))), [included, left, ticked]);
  const includeLeft = useCallback(() => setIncluded((before) => new Set([...before, ...left])), [left]);
  const last = useRef<number | null>(null);
  const toggle = useCallback(
    (id: number, isRange: boolean) => {
      const [from, to] = [order.indexOf(last.current ?? -1), order.indexOf(id)];
      const span = isRange && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      setIds((before) => {
        const next = new Set(before);
        const isOn = !before.has(id);
        for (const each of span) {
          if (isOn) next.add(each);
          else next.delete(each);
        }
        return next;
      });
    },
    [order, setIds],
  );
  const set = useCallback(
    (wanted: readonly Trip[]) => {
      add(wanted);
      setIds(new Set(wanted.map(({ id }) => id)));
    },
    [add, setIds],
  );
  const setMany = useCallback(
    (some: readonly number[], isOn: boolean) =>
      setIds((before) => (isOn ? new Set([...before, ...some]) : new Set([...before].filter((id) => !some.includes(id))))),
    [setIds],
  );
  const clear = useCallback(() => {
    setIncluded(NO_IDS);
    setIds(new Set());
  }, [setIds]);
  const togglePage = useCallback(
    () => setIds((before) => (order.every((id) => before.has(id)) ? new Set() : new Set([...before, ...order]))),
    [order, setIds],
  );
  const trips = useMemo(() => [...ids].flatMap((id) => byId.get(id) ?? []), [byId, ids]);
  return useMemo(
    () => ({
      ids,
      leftCount: ticked.size - ids.size,
      includeLeft,
      trips,
      has: (id) => ids.has(id),
      toggle,
      togglePage,
      set,
      setMany,
      clear,
    }),
    [ids, ticked, includeLeft, trips, toggle, togglePage, set, setMany, clear],
  );
}
