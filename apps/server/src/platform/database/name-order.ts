import { sql } from 'kysely';

/**
 * After a column of names in ORDER BY: one order for everybody, in which å, ä, ö, æ and ø are letters of their own and "Bil 9" comes before
 * "Bil 10" (migration 0103). Only where names are shown: no index goes by it, since a newer ICU may order otherwise.
 */
export const NAME_ORDER = sql.raw('COLLATE "names"');

/** For `orderBy` of the query builder: a column of names, such as `unit.name`, in `NAME_ORDER`. */
export const byName = (column: string) => sql`${sql.ref(column)} ${NAME_ORDER}`;
