import { useSyncExternalStore } from 'react';

/** A phone that is a unit already, which is to be connected again. */
export interface PhoneUnit {
  readonly imei: string;
  readonly name: string;
}

/** The dialog that adds a phone, or connects one: several pages open it, the shell shows it (ADM-029). */
let opened: 'new' | PhoneUnit | null = null;
const listeners = new Set<() => void>();

const change = (next: typeof opened): void => {
  opened = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const addPhone = (): void => change('new');
export const connectPhone = (phone: PhoneUnit): void => change(phone);
export const endAddingPhone = (): void => change(null);
/** Whether it is open, for the shell. */
export const useIsAddingPhone = (): boolean => useSyncExternalStore(subscribe, () => opened !== null);
/** The phone that it connects again; null where it adds one. */
export const useConnectedPhone = (): PhoneUnit | null => {
  const now = useSyncExternalStore(subscribe, () => opened);
  return now === 'new' ? null : now;
};
