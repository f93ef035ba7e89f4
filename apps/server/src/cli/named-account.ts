import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';

/** The account that a command names, or the demo's where it names none; throws with a sentence where there is none. */
export async function namedAccount(owner: Kysely<Db>, name: string | undefined): Promise<{ id: number; name: string }> {
  const accounts = owner.selectFrom('account').select(['id', 'name']).orderBy('id').limit(1);
  const found = await (
    name === undefined ? accounts.where('is_demo', '=', true) : accounts.where('name', '=', name)
  ).executeTakeFirst();
  if (found) return found;
  throw new Error(
    name === undefined
      ? 'There is no demo account yet: run npm start once, or name another with --account.'
      : `There is no account named ${name}.`,
  );
}
