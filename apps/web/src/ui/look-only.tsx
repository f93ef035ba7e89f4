import { createContext, use } from 'react';

/** Why nothing inside can be changed by whoever looks at it; null: what their rights say holds. */
export const LookOnly = createContext<string | null>(null);

/** The reason why what changes something is off here; null where it is not. */
export const useLookOnly = (): string | null => use(LookOnly);
