import { sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import { reseal } from '../../platform/secrets/reseal.ts';
import { ownerOfApp } from '../../core/people/authenticator-app.ts';

/** Seals secrets of apps anew that were sealed with a former key. One that cannot be opened stays as it is. */
export async function sealSecrets({ db, ports, log }: Ctx<{ readonly kind: 'system' }>): Promise<boolean> {
  const prefix = await ports.secretBox.prefix();
  const { rows } = await sql<{ id: number; member_id: number; secret: string }>`
    SELECT id, member_id, secret FROM authenticator_app WHERE NOT starts_with(secret, ${prefix}) ORDER BY id`.execute(db);
  const former = rows.map(({ id, member_id, secret }) => ({
    sealed: secret,
    of: ownerOfApp(member_id),
    named: { app: id },
    replace: (sealed: string) =>
      sql`UPDATE authenticator_app SET secret = ${sealed} WHERE id = ${id} AND secret = ${secret}`.execute(db),
  }));
  await reseal(ports.secretBox, log, former);
  return false;
}
