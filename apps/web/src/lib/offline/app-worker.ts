import { useSyncExternalStore } from 'react';

const WORKER = '/app-worker.js';
const LOOK_EVERY_MS = 60 * 60_000;
/** By then what the page fetched before the worker served it has come. */
const SETTLED_MS = 10_000;

/** Of the version that waits; null: there is none. */
let waiting: ServiceWorker | null = null;
let isStarted = false;
const listeners = new Set<() => void>();

const setWaiting = (next: ServiceWorker | null): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

/** Puts the application's own files where they are found without a network, and looks for new versions now and then. */
export function startAppWorker(): void {
  if (isStarted || !import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  isStarted = true;
  void navigator.serviceWorker
    .register(WORKER, { updateViaCache: 'none' })
    .then((registration) => {
      const hasOne = (): boolean => registration.active !== null;
      if (registration.waiting && hasOne()) void meet(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed' && hasOne()) void meet(installing);
        });
      });
      const look = (): void => void registration.update().catch(() => undefined);
      setInterval(look, LOOK_EVERY_MS);
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
      window.addEventListener('online', look);
    })
    .catch(() => undefined);
  // What this page has loaded before the worker was there, the language and the page that is open among it.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const tell = (): void =>
      active?.postMessage({ kind: 'keep', files: performance.getEntriesByType('resource').map(({ name }) => name) });
    tell();
    setTimeout(tell, SETTLED_MS);
  });
}

/** A page that was opened after the new version came is of that version: there is nothing to ask. */
async function meet(worker: ServiceWorker): Promise<void> {
  if (await isOfThisPage(worker)) worker.postMessage({ kind: 'take-over' });
  else setWaiting(worker);
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
    worker.postMessage({ kind: 'is-yours', file: own }, [port2]);
  });
}

/** Loads the page anew with the version that waits; what is typed and not saved goes. */
export function takeNewVersion(): void {
  const worker = waiting;
  if (!worker) return;
  setWaiting(null);
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ kind: 'take-over' });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Whether a new version waits to be taken. */
export const useHasNewVersion = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null);
