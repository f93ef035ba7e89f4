import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* kept */';

/**
 * Put into a query, this has its connection keep it: it is parsed and planned once, and then only answered (decision 0050). For what is
 * asked often and costs more to plan than to answer. Its text must be the same each time, or of few kinds, since each is kept as long as
 * the connection; and one plan must do whatever the values are.
 */
export const KEPT = sql.raw(MARK);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** A connection of a pool that gives queries which are to be kept a name. */
export class KeepingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof asked !== 'string') throw new Error('There are no cursors here');
    const name = asked.includes(MARK) ? { name: nameOf(asked) } : {};
    return this.#client.query({ text: asked, values: [...values], ...name });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
