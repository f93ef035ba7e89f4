import { WATERCRAFT } from '@spora/contract/units/values';
import { sql } from 'kysely';

/** In SQL: whether the kind of a unit, as the query calls it (`unit.kind`), is one that goes on water. */
export const isWatercraftKind = (kind: string) => sql<boolean>`${sql.ref(kind)} = ANY (${[...WATERCRAFT]}::text[])`;
