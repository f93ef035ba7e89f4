import type { Protocol } from '@spora/protocols/protocol';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

const NAME_SHAPES: Readonly<Record<Protocol['knownBy'], RegExp>> = {
  imei: /^[0-9]{15}$/,
  // 128 bits in hexadecimal or base64url; anything shorter was never given out.
  'phone-id': /^[0-9A-Za-z_-]{22,64}$/,
};

/** Whether anybody may have this name; of others the database need not be asked. */
export const mayBeName = (knownBy: Protocol['knownBy'], name: string): boolean => NAME_SHAPES[knownBy].test(name);

/** Where trackers live. Here that is always this database. */
export interface Directory {
  /** The trackers of one protocol by what they say they are called: what another's are called is no way in. Who is not ours is left out. */
  trackers(protocol: Pick<Protocol, 'name' | 'knownBy'>, names: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export const createDatabaseDirectory = (db: Kysely<Db>): Directory => ({
  trackers: async ({ name: protocol, knownBy }, given) => {
    const names = given.filter((name) => mayBeName(knownBy, name));
    if (names.length === 0) return new Map();
    const column = sql.ref(knownBy === 'imei' ? 'imei' : 'phone_id');
    const { rows } = await sql<{ id: number; name: string }>`
      SELECT id, ${column} AS name FROM tracker WHERE ${column} = ANY (${names}::text[]) AND protocol = ${protocol}`.execute(db);
    return new Map(rows.map(({ id, name }) => [name, id]));
  },
});
