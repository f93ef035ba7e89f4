import { useSyncExternalStore } from 'react';

/** The dialog that adds a phone: several pages open it, the shell shows it (ADM-029). */
let isOpen = false;
const listeners = new Set<() => void>();

const change = (next: boolean): void => {
  isOpen = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const addPhone = (): void => change(true);
export const endAddingPhone = (): void => change(false);
/** Whether it is open, for the shell. */
export const useIsAddingPhone = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
