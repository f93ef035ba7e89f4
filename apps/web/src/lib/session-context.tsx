import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { createContext, use, useSyncExternalStore } from 'react';
import type { SessionState, SessionStore } from './session.ts';

const SessionContext = createContext<SessionStore | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('no SessionProvider above this component');
  return store;
}

export function useSessionState(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The signed-in user; only for what is shown to signed-in people. */
export function useUser(): SignedInUser {
  const state = useSessionState();
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in');
  return state.session.user;
}
