import { type Brand, brandOf } from '@spora/contract/brands';
import type { Viewer } from '../../core/fleet/visible-units.ts';

/** The brand of the viewer's account, which has a say in what is a security alarm (DEC-42). */
export async function brandOfAccount({ db, actor }: Viewer): Promise<Brand> {
  const row = await db.selectFrom('account').where('id', '=', actor.accountId).select('subsite_id').executeTakeFirstOrThrow();
  return brandOf(row.subsite_id);
}
