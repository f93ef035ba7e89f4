import { useCallback, useMemo, useRef, useState, type Dispatch, type SetStateAction } from 'react';

/** The trips that somebody has ticked, for a change of many (TRIP-021). */
export interface Ticks {
  readonly ids: ReadonlySet<number>;
  has(id: number): boolean;
  /** With `isRange` everything from the last one ticked to this one becomes what this one becomes. */
  toggle(id: number, isRange: boolean): void;
  /** Ticks all of the page, or none when all are. */
  togglePage(): void;
  set(ids: Iterable<number>): void;
  /** Ticks these, or unticks them. */
  setMany(ids: readonly number[], isOn: boolean): void;
  clear(): void;
}

type TickedIds = readonly [ReadonlySet<number>, Dispatch<SetStateAction<ReadonlySet<number>>>];
export const useTickedIds = (): TickedIds => useState<ReadonlySet<number>>(new Set());

/** `order`: the trips of the page as they stand under each other. */
export function useTicks(order: readonly number[], [ids, setIds]: TickedIds): Ticks {
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
  const set = useCallback((wanted: Iterable<number>) => setIds(new Set(wanted)), [setIds]);
  const setMany = useCallback(
    (some: readonly number[], isOn: boolean) =>
      setIds((before) => (isOn ? new Set([...before, ...some]) : new Set([...before].filter((id) => !some.includes(id))))),
    [setIds],
  );
  const clear = useCallback(() => setIds(new Set()), [setIds]);
  const togglePage = useCallback(
    () => setIds((before) => (order.every((id) => before.has(id)) ? new Set() : new Set([...before, ...order]))),
    [order, setIds],
  );
  return useMemo(
    () => ({ ids, has: (id) => ids.has(id), toggle, togglePage, set, setMany, clear }),
    [ids, toggle, togglePage, set, setMany, clear],
  );
}
