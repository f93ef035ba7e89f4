/** What lies in one place of the offline store; without its member's key nobody can read it. */
export interface OfflineRow {
  readonly key: string;
  /** Whose it is: a number without a name, so that everybody else's goes before anything is read. */
  readonly memberId: number;
  readonly atMs: number;
  readonly sealed: string;
}

/** Where the rows lie; a test hands in its own. */
export interface OfflineRows {
  all(): Promise<readonly OfflineRow[]>;
  get(key: string): Promise<OfflineRow | null>;
  put(row: OfflineRow): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

const DATABASE = 'spora-offline';
const STORE = 'rows';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });

/** Null where the browser keeps nothing. */
export async function openRows(): Promise<OfflineRows | null> {
  if (!globalThis.indexedDB) return null;
  let database: IDBDatabase;
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    database = await settled(request);
  } catch {
    return null;
  }
  const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction(STORE, mode).objectStore(STORE);
  return {
    all: () => settled(store('readonly').getAll() as IDBRequest<OfflineRow[]>),
    get: async (key) => (await settled(store('readonly').get(key) as IDBRequest<OfflineRow | undefined>)) ?? null,
    put: async (row) => void (await settled(store('readwrite').put(row))),
    remove: async (keys) => {
      const rows = store('readwrite');
      await Promise.all(keys.map((key) => settled(rows.delete(key))));
    },
  };
}
