import { base64Of, bytesOfBase64 } from './base64.ts';

/**
 * Encrypts what local storage keeps with a key that the browser never gives out (SEC-005). It protects against casual
 * reading only. Without WebCrypto (plain-HTTP origins other than localhost) or IndexedDB there is no box.
 */
export interface SealedBox {
  seal(text: string): Promise<string>;
  /** `null` when it was sealed with another key or is broken. */
  open(sealed: string): Promise<string | null>;
}

const DATABASE = 'spora';
const STORE = 'keys';
const KEY_NAME = 'session';
const IV_BYTES = 12;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

async function loadKey(): Promise<CryptoKey> {
  const database = await openDatabase();
  try {
    const kept = (await settled(database.transaction(STORE).objectStore(STORE).get(KEY_NAME))) as unknown;
    if (kept instanceof CryptoKey) return kept;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    // Two tabs may start at once: the first key stays.
    await settled(store.add(made, KEY_NAME)).catch(() => undefined);
    const winner = (await settled(database.transaction(STORE).objectStore(STORE).get(KEY_NAME))) as unknown;
    return winner instanceof CryptoKey ? winner : made;
  } finally {
    database.close();
  }
}

export async function openSealedBox(): Promise<SealedBox | null> {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  let key: CryptoKey;
  try {
    key = await loadKey();
  } catch {
    return null;
  }
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)));
      return `${base64Of(iv)}.${base64Of(sealed)}`;
    },
    async open(text) {
      try {
        const [iv = '', sealed = ''] = text.split('.');
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOfBase64(iv) }, key, bytesOfBase64(sealed));
        return new TextDecoder().decode(opened);
      } catch {
        return null;
      }
    },
  };
}
