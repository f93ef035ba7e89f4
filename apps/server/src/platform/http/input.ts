import type { Endpoint, HandlerInput } from '@spora/contract/endpoint';
import type { MessageKey } from '@spora/messages/keys';
import { fieldsOf, InputError } from './envelope.ts';

const PARTS = ['params', 'query', 'body'] as const;

/** The raw parts of a request; `body` is undefined when none was sent. */
export type RawInput = Record<(typeof PARTS)[number], unknown>;

/** Validates exactly the parts that the endpoint declares. Throws InputError with the keys of every field that is wrong. */
export function readInput<E extends Endpoint>(endpoint: E, raw: RawInput): HandlerInput<E> {
  const input: Partial<Record<(typeof PARTS)[number], unknown>> = {};
  let wrong: Record<string, MessageKey[]> | undefined;
  for (const part of PARTS) {
    const schema = endpoint[part];
    if (!schema) continue;
    const value = part === 'body' && raw.body === undefined ? {} : raw[part];
    if (!isStorableText(value)) throw new InputError({ [part]: ['InvalidInput'] });
    const result = schema.safeParse(value);
    if (result.success) input[part] = result.data;
    else wrong = { ...wrong, ...fieldsOf(result.error, part) };
  }
  if (wrong) throw new InputError(wrong);
  return input as HandlerInput<E>;
}

/**
 * PostgreSQL can hold neither the character NUL nor half of a surrogate pair; such text is refused at the door
 * instead of failing as a bug behind it. Walks without recursion, since the nesting is the caller's choice.
 */
export function isStorableText(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (next.includes('\0') || !next.isWellFormed()) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (key.includes('\0') || !key.isWellFormed()) return false;
        open.push(inner);
      }
    }
  }
  return true;
}
