import { sql } from 'kysely';
import type { Ctx } from '../../platform/ctx.ts';
import { ownerOfApp } from '../../core/people/authenticator-app.ts';

/** Seals secrets of apps anew that were sealed with a former key. One that cannot be opened stays as it is. */
export async function sealSecrets({ db, ports, log }: Ctx<{ readonly kind: 'system' }>): Promise<boolean> {
  const prefix = await ports.secretBox.prefix();
  const { rows } = await sql<{ id: number; member_id: number; secret: string }>`
    SELECT id, member_id, secret FROM authenticator_app WHERE NOT starts_with(secret, ${prefix}) ORDER BY id`.execute(db);
  for (const { id, member_id, secret } of rows) {
    const of = ownerOfApp(member_id);
    const opened = await ports.secretBox.open(secret, of).catch((err: unknown) => {
      log.error({ err, app: id }, 'the secret of an authenticator app cannot be opened');
      return null;
    });
    if (opened === null) continue;
    const sealed = await ports.secretBox.seal(opened, of);
    await sql`UPDATE authenticator_app SET secret = ${sealed} WHERE id = ${id} AND secret = ${secret}`.execute(db);
  }
  return false;
}
