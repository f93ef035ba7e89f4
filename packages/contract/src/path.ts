/** What a call does. A read changes nothing that anybody could see, and leaves no line in a log. */
export type Effect = 'reads' | 'writes';

/**
 * A call's method and path, relative to the API base; `{name}` marks a path parameter. GET reads and the others write; a third word
 * says what differs: a question too long for an address is sent by POST, and some looks are themselves put on record. No zod in the
 * files of paths: the browser loads them without a schema library.
 */
export type Path =
  | readonly ['GET' | 'POST' | 'PUT' | 'DELETE', `/${string}`]
  | readonly ['POST', `/${string}`, 'reads']
  | readonly ['GET', `/${string}`, 'writes'];

/**
 * The one word that a call's transaction, its idempotency key, API tokens, visits of support staff, the browser's client and the
 * description of the interface go by.
 */
export const effectOf = ([method, , effect]: Path): Effect => effect ?? (method === 'GET' ? 'reads' : 'writes');

/** Whether a call may bear an idempotency key. A look that is put on record is a look all the same: each is answered anew. */
export const takesKey = (path: Path): boolean => effectOf(path) === 'writes' && path[0] !== 'GET';

/** The prefix under which the server serves every path. */
export const API_BASE = '/api';

/** Puts parameters into a path and the base before it; throws when one is missing, which is a bug in the caller named by `id`. */
export function fillPath(id: string, path: string, params: Record<string, string | number> = {}): string {
  return (
    API_BASE +
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`path ${id} needs ${name}`);
      return encodeURIComponent(String(value));
    })
  );
}
