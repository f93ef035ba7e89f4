import { useSyncExternalStore } from 'react';
import { storedItem } from '../../lib/storage.ts';

const isIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => Number.isInteger(each));
const stored = storedItem('view.report-runs', 1, isIds);

let ids: readonly number[] | undefined;
const listeners = new Set<() => void>();
const read = (): readonly number[] => (ids ??= stored.read() ?? []);
const set = (next: readonly number[]): void => {
  ids = next;
  if (next.length === 0) stored.clear();
  else stored.write(next);
  for (const listener of listeners) listener();
};

/** REP-016: reports that were ordered in this browser and whose end has not been told, on whatever page, also after a reload. */
export const awaitRun = (id: number): void => set([...read(), id]);
export const endAwaiting = (done: readonly number[]): void => set(read().filter((id) => !done.includes(id)));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useAwaitedRuns = (): readonly number[] => useSyncExternalStore(subscribe, read);

/** For tests: as a page that has just been opened. */
export const forgetAwaitedRuns = (): void => {
  ids = undefined;
};
