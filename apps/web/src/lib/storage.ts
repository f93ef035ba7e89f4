/**
 * Versioned items in local storage. Broken, foreign or older data is dropped without an error (STORE-007); a browser
 * without storage behaves as if nothing had been stored.
 */
export interface StoredItem<T> {
  readonly name: string;
  read(): T | null;
  write(value: T): void;
  clear(): void;
}

/** Names of everything that is ever stored, once. */
export type StoredName =
  | 'userData'
  | 'lastActivePage'
  | 'language'
  | 'subsiteID'
  | 'theme'
  | 'sideMenu'
  | 'returnTo'
  | 'newRegister'
  | 'pendingSignIn'
  | 'signOn'
  | 'trustedBrowsers'
  | 'supportSession'
  | 'registrationWizard'
  | 'remainingAddChars'
  | `view.${string}`;

export function storedItem<T>(
  name: StoredName,
  version: number,
  isValid: (value: unknown) => value is T,
  area: () => Storage = () => localStorage,
): StoredItem<T> {
  const attempt = <R>(work: () => R): R | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const clear = (): void => void attempt(() => area().removeItem(name));
  return {
    name,
    clear,
    read: () => {
      const text = attempt(() => area().getItem(name));
      if (text === null) return null;
      const kept = attempt(() => JSON.parse(text) as { v?: unknown; data?: unknown } | null);
      if (kept?.v === version && isValid(kept.data)) return kept.data;
      clear();
      return null;
    },
    write: (value) => void attempt(() => area().setItem(name, JSON.stringify({ v: version, data: value }))),
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isOneOf =
  <const T extends readonly unknown[]>(values: T) =>
  (value: unknown): value is T[number] =>
    values.includes(value);
