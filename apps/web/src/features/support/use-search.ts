import { useMemo, useSyncExternalStore } from 'react';
import { navigateTo } from '../../lib/navigate.ts';
import { LEFT_ACCOUNT } from '../../lib/use-leave-visit.ts';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/** The account that was left to come here, until one goes on; empty for none. */
export function useLeftAccount(): string {
  const state: unknown = useSyncExternalStore(subscribe, () => history.state as unknown);
  const left = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[LEFT_ACCOUNT] : null;
  return typeof left === 'string' ? left : '';
}

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
