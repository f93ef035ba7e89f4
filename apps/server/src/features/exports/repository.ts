import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** Forgets which files left before an instant; `/verify` then takes them for none of ours. */
export async function dropFingerprints(db: Kysely<Db>, before: Date): Promise<void> {
  await db.deleteFrom('exported_file').where('at', '<', before).execute();
}
