import { DAY_MS } from '@spora/calendar/durations';
import type { Ctx } from '../../platform/ctx.ts';
import { reseal } from '../../platform/secrets/reseal.ts';
import * as repository from './repository.ts';
import { ownerOfToken } from './rules.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** So long it can be seen, in the file of what is stored of somebody, that there was a link. */
const KEPT_MS = 90 * DAY_MS;

/** Removes links that have been over for long. */
export const forgetLinks = ({ db, now }: SystemCtx): Promise<void> =>
  repository.deleteEndedBefore(db, new Date(now().getTime() - KEPT_MS));

/** Seals tokens anew that were sealed with a former key. */
export async function sealTokens({ db, ports, log }: SystemCtx): Promise<boolean> {
  const prefix = await ports.secretBox.prefix();
  const former = (await repository.tokensBeside(db, prefix)).map(({ id, account_id, sealed_token: sealed }) => ({
    sealed,
    of: ownerOfToken(account_id),
    named: { link: id },
    replace: (anew: string) => repository.replaceToken(db, id, sealed, anew),
  }));
  await reseal(ports.secretBox, log, former);
  return false;
}
