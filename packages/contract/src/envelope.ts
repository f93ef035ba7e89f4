import type { MessageKey } from '@spora/messages/keys';

/** What `errors` may hold: one key, a key with its count, or the keys of each field. */
export type ErrorsBody = MessageKey | { msg: MessageKey; count: number } | Record<string, MessageKey[]>;

/** The one shape of every JSON answer. */
export type Envelope<T> = { success: true; data: T } | { success: false; errors: ErrorsBody; message?: string };

/** The message that tells every client that its session is over (API-006). */
export const UNAUTHENTICATED = 'Unauthenticated.';
