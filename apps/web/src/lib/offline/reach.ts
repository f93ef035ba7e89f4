import { useSyncExternalStore } from 'react';

/** Whether the server answers, as the calls themselves find out: a network that leads nowhere says that it is there. */
export interface Reach {
  readonly isReached: boolean;
  /** Since when what is seen has not been renewed; null: nobody knows. */
  readonly sinceMs: number | null;
}

const REACHED: Reach = { isReached: true, sinceMs: null };
let current: Reach = REACHED;
let lastAnswerMs: number | null = null;
const listeners = new Set<() => void>();

const set = (next: Reach): void => {
  current = next;
  for (const listener of listeners) listener();
};

export function reportAnswer(nowMs: number): void {
  lastAnswerMs = nowMs;
  if (!current.isReached) set(REACHED);
}

/** `keptMs`: when what is kept was kept last, for a page that was opened without a network. */
export function reportNoAnswer(keptMs: number | null): void {
  if (current.isReached) set({ isReached: false, sinceMs: lastAnswerMs ?? keptMs });
}

/** Another session begins with nothing known. */
export function forgetReach(): void {
  lastAnswerMs = null;
  if (current !== REACHED) set(REACHED);
}

export const reach = (): Reach => current;
export const subscribeToReach = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useReach = (): Reach => useSyncExternalStore(subscribeToReach, reach);
