import { ApiError } from './api-error.ts';
import { base64Of, bytesOfBase64 } from './base64.ts';

const WORKER = '/push-worker.js';
/** A folder without a page: the worker controls none, and leaves the application to another. */
const SCOPE = '/push/';

/** Whether this browser can take push here; `blocked`: the person has told it to refuse. */
export function pushAbility(): 'unknown' | 'blocked' | 'ready' {
  if (!window.isSecureContext || !('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unknown';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** What kind of device one is at, as far as the browser tells: where it keeps what it allows differs. */
export function deviceKind(): 'computer' | 'android' | 'iphone' {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  // An iPad calls itself a Mac, of which none takes touches.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'iphone' : 'computer';
}

const subscriptionHere = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/** By what the server knows this browser: SHA-256 of its address at the push service, in base64url; null while it takes no push. */
export async function pushFingerprint(): Promise<string | null> {
  const subscription = await subscriptionHere();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return textOf(hash);
}

/** What the server needs to push to a browser. */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * NFR-007: asks the person for permission, so only to be called when they asked for push; `key` is the server's public key. Throws
 * ApiError with what to tell them.
 */
export async function turnOnPush(key: string): Promise<PushAddress> {
  if ((await Notification.requestPermission()) !== 'granted') throw new ApiError(422, 'PushBlocked');
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    await isActive(registration);
    const before = await registration.pushManager.getSubscription();
    if (before && keyOf(before) !== key) await before.unsubscribe();
    const { endpoint, keys } = (
      await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
    ).toJSON();
    return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    const said = name === 'NotAllowedError' ? 'PushBlocked' : name === 'AbortError' ? 'PushServiceMissing' : 'PushRefused';
    throw new ApiError(422, said, { cause });
  }
}

/** The browser forgets its address at the push service. */
export async function turnOffPush(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}

/** A browser subscribes once its worker is at work, which no page of ours is told of: it controls none. */
function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker of push was not installed'));
    });
  });
}

const keyOf = ({ options }: PushSubscription): string =>
  options.applicationServerKey ? textOf(options.applicationServerKey) : '';

const textOf = (bytes: ArrayBuffer): string =>
  base64Of(new Uint8Array(bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => bytesOfBase64(text.replace(/-/g, '+').replace(/_/g, '/'));
