import { useMemo, useSyncExternalStore } from 'react';
import { navigateTo } from '../../lib/navigate.ts';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/** What the address asks for after the question mark, and how to change it; an empty value is left out. */
export function useSearch(): [URLSearchParams, (patch: Record<string, string>, options?: { replace?: boolean }) => void] {
  const text = useSyncExternalStore(subscribe, () => location.search);
  const search = useMemo(() => new URLSearchParams(text), [text]);
  const change = (patch: Record<string, string>, options: { replace?: boolean } = { replace: true }): void => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(patch)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    navigateTo(`${location.pathname}${next.size > 0 ? `?${next.toString()}` : ''}`, options);
  };
  return [search, change];
}
