import { useSyncExternalStore } from 'react';
import type { PreferenceName } from '@spora/contract/users/endpoints';
import type { PreferenceBinding } from './preferences.ts';
import { isText, storedItem } from './storage.ts';

export interface TextPreference {
  /** Empty: as it is for everybody, also when that changes one day. */
  readonly read: () => string;
  readonly keep: (text: string) => void;
  readonly use: () => string;
  readonly binding: PreferenceBinding;
}

/** STORE-010: a setting of the screens that is a text, with its copy in this browser. `isKnown`: whether a text of another browser says something. */
export function textPreference(name: PreferenceName, isKnown: (text: string) => boolean): TextPreference {
  const stored = storedItem(`view.${name}`, 1, isText);
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const read = (): string => stored.read() ?? '';
  const keep = (text: string): void => {
    if (text === '') stored.clear();
    else stored.write(text);
    for (const listener of listeners) listener();
  };
  return {
    read,
    keep,
    use: () => useSyncExternalStore(subscribe, read),
    binding: {
      name,
      read,
      take: (value) => {
        if (typeof value === 'string' && (value === '' || isKnown(value))) keep(value);
      },
      subscribe,
    },
  };
}
