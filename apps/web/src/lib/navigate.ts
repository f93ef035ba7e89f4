import { useSyncExternalStore } from 'react';

/**
 * Goes to another public page without loading the document again; pages behind the sign-in use the router. `state` is what that page
 * says once about how one came there, and no part of its address.
 */
export function navigateTo(href: string, options: { replace?: boolean; state?: Readonly<Record<string, string>> } = {}): void {
  history[options.replace ? 'replaceState' : 'pushState'](options.state ?? null, '', href);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

const subscribeToHistory = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};

/** The path shown, in step with `navigateTo` and with the browser's back and forward. */
export const usePathname = (): string => useSyncExternalStore(subscribeToHistory, () => location.pathname);
