import type { DataOf } from '@spora/contract/endpoint-map';
import { openSealedBox, type SealedBox } from '../../lib/sealed-box.ts';
import { isText, storedItem } from '../../lib/storage.ts';

export interface StaffSession {
  readonly token: string;
  readonly staff: DataOf<'support.me'>['staff'];
}

export interface StaffStore {
  read(): Promise<StaffSession | null>;
  keep(session: StaffSession): Promise<void>;
  clear(): void;
}

function isSession(value: unknown): value is StaffSession {
  if (typeof value !== 'object' || value === null) return false;
  const { token, staff } = value as { token?: unknown; staff?: { full_name?: unknown } };
  return typeof token === 'string' && typeof staff?.full_name === 'string';
}

/** Of this tab alone, encrypted as a member's session is; a browser without encryption keeps none, and a reload signs in again. */
export function createStaffStore(openBox: () => Promise<SealedBox | null> = openSealedBox): StaffStore {
  const item = storedItem('supportSession', 1, isText, () => sessionStorage);
  let box: Promise<SealedBox | null> | null = null;
  const opened = (): Promise<SealedBox | null> => (box ??= openBox());
  return {
    async read() {
      const sealed = item.read();
      const text = sealed === null ? null : await (await opened())?.open(sealed);
      if (!text) return null;
      try {
        const value: unknown = JSON.parse(text);
        if (isSession(value)) return value;
      } catch {
        // Dropped below, like anything that is none.
      }
      item.clear();
      return null;
    },
    async keep(session) {
      const sealed = await (await opened())?.seal(JSON.stringify(session));
      if (sealed) item.write(sealed);
    },
    clear: () => item.clear(),
  };
}
