import type { SealedBox } from '../sealed-box.ts';
import type { OfflineRows } from './rows.ts';

/** What one member may read without a network, and what of theirs waits to be sent. */
export interface OfflineStore {
  /** When something was kept last; null: nothing is. */
  readonly newestMs: () => number | null;
  keep(name: string, text: string, atMs: number): Promise<void>;
  find(name: string): Promise<{ readonly text: string; readonly atMs: number } | null>;
  /** What waits to be sent, apart from what is only read: it outlives a session that ended by itself. */
  keepUnsent(text: string | null, atMs: number): Promise<void>;
  findUnsent(): Promise<string | null>;
  /** From now on nothing is kept and nothing found. */
  close(): void;
}

/** So many answers are kept, the oldest go first. */
export const ANSWERS_MAX = 60;
/** Older ones are dropped when the store is opened. */
export const ANSWERS_MAX_MS = 31 * 86_400_000;

const UNSENT = 'unsent';

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * NFR-006: opens the store for a member. Whatever lies there of anybody else is dropped before anything is read, so that a telephone that
 * changes hands shows nothing of the one before. Names are kept as hashes, contents sealed (SEC-005).
 */
export async function openOfflineStore(parts: {
  rows: OfflineRows;
  box: SealedBox;
  memberId: number;
  nowMs: number;
}): Promise<OfflineStore> {
  const { rows, box, memberId, nowMs } = parts;
  const unsentKey = `${memberId}.${UNSENT}`;
  const there = await rows.all();
  const isStale = (row: (typeof there)[number]): boolean =>
    row.memberId !== memberId || (row.key !== unsentKey && row.atMs < nowMs - ANSWERS_MAX_MS);
  await rows.remove(there.filter(isStale).map(({ key }) => key));
  const answers = new Map(
    there.filter((row) => !isStale(row) && row.key !== unsentKey).map(({ key, atMs }) => [key, atMs] as const),
  );
  let isOpen = true;
  const keyOf = async (name: string): Promise<string> => `${memberId}.${await hashOf(name)}`;
  const put = async (key: string, text: string, atMs: number): Promise<void> => {
    const sealed = await box.seal(text);
    // Somebody may have signed out while it was being sealed.
    if (isOpen) await rows.put({ key, memberId, atMs, sealed });
  };
  const read = async (key: string): Promise<{ text: string; atMs: number } | null> => {
    const row = isOpen ? await rows.get(key) : null;
    const text = row?.memberId === memberId ? await box.open(row.sealed) : null;
    return row && text !== null && isOpen ? { text, atMs: row.atMs } : null;
  };
  return {
    newestMs: () => (answers.size === 0 ? null : Math.max(...answers.values())),
    async keep(name, text, atMs) {
      const key = await keyOf(name);
      if (!isOpen) return;
      answers.set(key, atMs);
      const tooMany = [...answers]
        .toSorted(([, a], [, b]) => a - b)
        .slice(0, Math.max(0, answers.size - ANSWERS_MAX))
        .map(([each]) => each);
      for (const each of tooMany) answers.delete(each);
      await put(key, text, atMs);
      if (tooMany.length > 0) await rows.remove(tooMany);
    },
    find: async (name) => read(await keyOf(name)),
    async keepUnsent(text, atMs) {
      if (text !== null) await put(unsentKey, text, atMs);
      else if (isOpen) await rows.remove([unsentKey]);
    },
    findUnsent: async () => (await read(unsentKey))?.text ?? null,
    close: () => (isOpen = false),
  };
}

/** Erases what is kept; `andUnsent`: what waits to be sent too, as at signing out. */
export async function eraseOffline(rows: OfflineRows, andUnsent: boolean): Promise<void> {
  const there = await rows.all();
  await rows.remove(there.filter(({ key }) => andUnsent || !key.endsWith(`.${UNSENT}`)).map(({ key }) => key));
}
