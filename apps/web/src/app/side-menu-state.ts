import { useState, useSyncExternalStore } from 'react';
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

/** What a phone folds until it is asked for, so that the rest of the menu is in view: reports and settings are seldom read there. */
export const FOLDING: readonly string[] = ['MenuReports', 'Administration'];
const isLabels = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
const unfolded = storedItem('view.menu-unfolded', 1, isLabels);

/** Which groups that fold are open: those that somebody opened, and where one is. */
export function useUnfolded(here: readonly string[]): { isOpen: (label: string) => boolean; turn: (label: string) => void } {
  const [opened, setOpened] = useState(() => [...new Set([...(unfolded.read() ?? []), ...here])]);
  const isOpen = (label: string): boolean => opened.includes(label);
  const turn = (label: string): void => {
    const next = isOpen(label) ? opened.filter((each) => each !== label) : [...opened, label];
    unfolded.write(next);
    setOpened(next);
  };
  return { isOpen, turn };
}
