import type { SealedBox } from '../sealed-box.ts';
import type { OfflineRow, OfflineRows } from './rows.ts';

/** Rows in memory; `lying` is what lies there, as somebody with the browser's files in hand would see it. */
export function memoryRows(
  lying: Map<string, OfflineRow> = new Map(),
): OfflineRows & { readonly lying: Map<string, OfflineRow> } {
  return {
    lying,
    all: async () => [...lying.values()],
    get: async (key) => lying.get(key) ?? null,
    put: async (row) => void lying.set(row.key, row),
    remove: async (keys) => {
      for (const key of keys) lying.delete(key);
    },
  };
}

/** A box as the browser's, with a key of its own. */
export async function testBox(): Promise<SealedBox> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
      return `${toHex(iv)}.${toHex(new Uint8Array(sealed))}`;
    },
    async open(sealed) {
      const [iv = '', text = ''] = sealed.split('.');
      try {
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, key, toBytes(text));
        return new TextDecoder().decode(opened);
      } catch {
        return null;
      }
    },
  };
}
