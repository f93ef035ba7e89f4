import { sql } from 'kysely';
import { LANGUAGE_FACTS } from '@spora/messages/languages';

/** After a column of names in ORDER BY: one order for everybody, in which å, ä, ö, æ and ø are letters of their own. */
export const NAME_ORDER = sql.raw(`COLLATE "${LANGUAGE_FACTS.sv.collation}"`);
