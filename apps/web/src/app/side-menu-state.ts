import { useSyncExternalStore } from 'react';
import { isBoolean, storedItem } from '../lib/storage.ts';
import { useMedia } from '../lib/use-media.ts';

/** NAV-036: true and false are somebody's choice; null follows the width of the window. */
const stored = storedItem('sideMenu', 1, isBoolean);
const listeners = new Set<() => void>();

export const readCollapsed = (): boolean | null => stored.read();
export function keepCollapsed(choice: boolean | null): void {
  if (choice === null) stored.clear();
  else stored.write(choice);
  for (const listener of listeners) listener();
}
export const subscribeToCollapsed = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const MEDIUM = '(max-width: 1100px)';

/** Whether the side menu shows icons only. Choosing what the width gives anyway ends the choice. */
export function useCollapsed(): { isCollapsed: boolean; toggle: () => void } {
  const isMedium = useMedia(MEDIUM);
  const isCollapsed = useSyncExternalStore(subscribeToCollapsed, readCollapsed) ?? isMedium;
  return { isCollapsed, toggle: () => keepCollapsed(!isCollapsed === isMedium ? null : !isCollapsed) };
}
