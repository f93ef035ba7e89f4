import type { en } from './en.ts';

/** A key of the catalogue: a mistyped key does not compile. */
export type MessageKey = keyof typeof en;

/** Names a message where a library wants plain text (a schema's error); the key travels, the text is made on the client. */
export const msg = (key: MessageKey): MessageKey => key;
