import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { openSealedBox, type SealedBox } from './sealed-box.ts';
import { isText, storedItem } from './storage.ts';

export interface Session {
  readonly token: string;
  readonly user: SignedInUser;
}
/** Why nobody is signed in; the sign-in page explains it. */
export type EndReason = 'expired' | 'signed-out' | 'signed-out-elsewhere';
export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-in'; readonly session: Session }
  /** `lastUser`: whose session ended by itself, so that only the password is asked again. Not kept beyond the page. */
  | { readonly kind: 'signed-out'; readonly reason: EndReason | null; readonly lastUser?: string };

export interface SessionStore {
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** False where the browser offers no encryption: the session ends with the page, and the page says so. */
  isKept(): boolean;
  load(): Promise<void>;
  /** Not remembered: the session ends with the browser, and no other tab shares it (DEC-70). */
  begin(session: Session, options?: { isRemembered?: boolean }): Promise<void>;
  update(user: SignedInUser): void;
  end(reason: EndReason): void;
  token(): string | null;
}

const FORMAT_VERSION = 1;
/** What lies in the place of the session for a moment when it ended by itself: it tells the other tabs why (AUTH-019). */
const EXPIRED = 'expired';
const sealedUser = storedItem('userData', FORMAT_VERSION, isText);
/** Of a session that is not to be remembered: gone with the browser. */
const sealedUserOfTab = storedItem('userData', FORMAT_VERSION, isText, () => sessionStorage);

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { token, user } = value as { token?: unknown; user?: unknown };
  if (typeof token !== 'string' || token === '' || typeof user !== 'object' || user === null) return false;
  const record = user as Record<string, unknown>;
  return (
    typeof record['ID'] === 'number' &&
    (['FullName', 'Email', 'TimeZone', 'AccountName'] as const).every((field) => typeof record[field] === 'string') &&
    (['IsAdmin', 'RealTimeMap', 'userHasOnlyBasSubscription'] as const).every((field) => typeof record[field] === 'boolean')
  );
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const isExpiry = (text: string | null): boolean => (parsed(text) as { data?: unknown } | null)?.data === EXPIRED;

/** The signed-in user, encrypted in local storage (SEC-003) and in step with the other tabs (NAV-032). */
export function createSessionStore(openBox: () => Promise<SealedBox | null> = openSealedBox): SessionStore {
  let state: SessionState = { kind: 'loading' };
  let box: Promise<SealedBox | null> | null = null;
  let isKept = true;
  const listeners = new Set<() => void>();

  const set = (next: SessionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** Who was signed out by time alone signs in again under the same name. */
  const signedOut = (reason: EndReason): SessionState => {
    const lastUser = reason === 'expired' && state.kind === 'signed-in' ? state.session.user.Email : '';
    return { kind: 'signed-out', reason, ...(lastUser && { lastUser }) };
  };
  const getBox = async (): Promise<SealedBox | null> => {
    const opened = await (box ??= openBox());
    isKept = opened !== null;
    return opened;
  };
  let kept = sealedUser;
  const readFrom = async (item: typeof sealedUser): Promise<Session | null> => {
    const sealed = item.read();
    const opened = await getBox();
    if (sealed === null || !opened) return null;
    const value = parsed(await opened.open(sealed));
    if (isSession(value)) return value;
    item.clear();
    return null;
  };
  const keep = async (session: Session): Promise<void> => {
    const opened = await getBox();
    if (!opened) return;
    const sealed = await opened.seal(JSON.stringify(session));
    // The person may have signed out while it was being sealed.
    if (state.kind === 'signed-in' && state.session === session) kept.write(sealed);
  };

  if (typeof window !== 'undefined')
    window.addEventListener('storage', (event) => {
      if (event.key !== sealedUser.name && event.key !== null) return;
      if (event.storageArea === sessionStorage || (state.kind === 'signed-in' && kept === sealedUserOfTab)) return;
      if (event.newValue === null || isExpiry(event.newValue)) {
        if (state.kind === 'signed-in') set(signedOut(event.newValue === null ? 'signed-out-elsewhere' : 'expired'));
        return;
      }
      void readFrom(sealedUser).then((session) => session && set({ kind: 'signed-in', session }));
    });

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isKept: () => isKept,
    async load() {
      const ofTab = await readFrom(sealedUserOfTab);
      kept = ofTab ? sealedUserOfTab : sealedUser;
      const session = ofTab ?? (await readFrom(sealedUser));
      if (state.kind === 'loading') set(session ? { kind: 'signed-in', session } : { kind: 'signed-out', reason: null });
    },
    async begin(session, { isRemembered = true } = {}) {
      kept = isRemembered ? sealedUser : sealedUserOfTab;
      set({ kind: 'signed-in', session });
      await keep(session);
    },
    update(user) {
      if (state.kind !== 'signed-in') return;
      const session = { token: state.session.token, user };
      set({ kind: 'signed-in', session });
      void keep(session);
    },
    end(reason) {
      if (reason === 'expired' && isKept) kept.write(EXPIRED);
      kept.clear();
      kept = sealedUser;
      set(signedOut(reason));
    },
    token: () => (state.kind === 'signed-in' ? state.session.token : null),
  };
}
