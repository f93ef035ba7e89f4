import { useSyncExternalStore } from 'react';

/** How live updates fare, as whoever holds the stream reports it; the shell shows it when it is bad (NAV-040). */
export interface LiveConnection {
  readonly isBroken: boolean;
  /** When something last arrived. */
  readonly lastGoodMs: number | null;
}

let current: LiveConnection = { isBroken: false, lastGoodMs: null };
const listeners = new Set<() => void>();

export function reportLiveConnection(next: LiveConnection): void {
  if (next.isBroken === current.isBroken && (!next.isBroken || next.lastGoodMs === current.lastGoodMs)) return;
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useLiveConnection = (): LiveConnection => useSyncExternalStore(subscribe, () => current);

const subscribeToNetwork = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
