import type { Guide } from '@spora/contract/accounts/settings';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireMayRunAccount } from '../policy.ts';
import * as repository from './repository.ts';
import { hasOwnName } from '../../../core/fleet/own-name.ts';
import { judgeSteps } from './rules.ts';
import { firstVisibleUnit } from '../../../core/fleet/visible-units.ts';

/** ADM-024. */
export async function getGuide({ db, actor }: MemberCtx): Promise<Guide> {
  const evidence = await repository.evidenceOf(db, actor.accountId);
  const first = await firstVisibleUnit({ db, actor });
  return {
    is_open: (await repository.guideOf(db, actor.accountId)) === 'open',
    steps: judgeSteps(evidence),
    unit: first && { imei: first.imei, name: first.name },
    waits_for:
      evidence.hasReported || !first
        ? null
        : {
            imei: first.imei,
            name: first.name,
            is_phone: first.kind === 'phone',
            is_named: hasOwnName(first),
          },
  };
}

/** ADM-024: for all administrators of the account, and as often as they like. */
export async function setGuide({ db, actor }: MemberCtx, isOpen: boolean): Promise<Record<string, never>> {
  requireMayRunAccount(actor);
  await repository.setGuide(db, actor.accountId, isOpen ? 'open' : 'closed');
  return {};
}
