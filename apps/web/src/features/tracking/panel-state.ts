import type { PreferenceBinding } from '../../lib/preferences.ts';
import { storedItem } from '../../lib/storage.ts';

/** How wide the panel beside the map is, and whether it is open (MAP-016). */
export interface PanelState {
  readonly width: number;
  readonly isOpen: boolean;
}

const isPanelState = (value: unknown): value is PanelState =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as PanelState).width === 'number' &&
  typeof (value as PanelState).isOpen === 'boolean';
const stored = storedItem('view.tracking-panel', 1, isPanelState);
const listeners = new Set<() => void>();

export const readPanel = (): PanelState | null => stored.read();
export function keepPanel(next: PanelState): void {
  stored.write(next);
  for (const listener of listeners) listener();
}

const parsed = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
};

/** STORE-010: what another browser left is used the next time the map opens. */
export const panelSizes: PreferenceBinding = {
  name: 'panel-sizes',
  read: () => {
    const now = readPanel();
    return now && JSON.stringify(now);
  },
  take: (value) => {
    const state = parsed(value);
    if (isPanelState(state)) keepPanel({ width: state.width, isOpen: state.isOpen });
  },
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
