import type { Kysely } from 'kysely';
import type { Language } from '@spora/messages/languages';
import { writtenFor } from '@spora/messages/written-languages';
import type { Db } from '../../platform/database/db.generated.ts';
import { paymentTypes } from './repository.ts';

/** The ways to pay that are offered, in one language, in the order of the list. */
export const paymentLabels = async (db: Kysely<Db>, language: Language): Promise<string[]> =>
  (await paymentTypes(db)).map((labels) => labels[writtenFor(language)]);
