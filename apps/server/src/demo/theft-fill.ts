import type { Kysely } from 'kysely';
import { insertChanges } from '../core/fleet/unit-history.ts';
import type { AccountId } from '../platform/account-id.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { writeAudit } from '../platform/observing/audit.ts';
import type { DemoAccount } from './roster.ts';
import { HOME_AGAIN, THEFT, THEFT_HEARD_MS } from './zones.ts';

const HOUR_MS = 3_600_000;
/** Who ends it signs in before. */
const SIGNED_IN_MS = 60_000;

/** When theft mode of the stolen machine began and ended, of a demo that began then. */
export const theftTimes = (begun: Date): { startedAt: Date; endedAt: Date } => ({
  startedAt: new Date(begun.getTime() - THEFT.hoursAgo.from * HOUR_MS + THEFT_HEARD_MS),
  endedAt: new Date(begun.getTime() - HOME_AGAIN.hoursAgo * HOUR_MS),
});

/**
 * Writes theft mode of the night before the demo begins, with its lines of the audit log and of the unit's history, as they would stand
 * there: nothing in the log can be dated later. First of all that is done in the account, so that the log is in the order of its times.
 */
export async function fillTheft(
  owner: Kysely<Db>,
  accountId: number,
  { zones = [], members }: DemoAccount,
  begun: Date,
): Promise<void> {
  const zone = zones.find(({ isGuarded }) => isGuarded);
  if (!zone) return;
  const unit = await owner
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('name', '=', THEFT.unit)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const admin = await owner
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('email', '=', members[0]?.email ?? '')
    .select('id')
    .executeTakeFirstOrThrow();
  const { startedAt, endedAt } = theftTimes(begun);
  await owner
    .insertInto('theft_mode')
    .values({
      account_id: accountId,
      unit_id: unit.id,
      zone_name: zone.name,
      started_at: startedAt,
      ended_at: endedAt,
      ended_by_member_id: admin.id,
    })
    .execute();
  const member = { kind: 'member', memberId: admin.id } as const;
  const about = { accountId, subject: unit.name };
  await writeAudit(owner, {
    ...about,
    at: startedAt,
    actor: { kind: 'system' },
    action: 'theft-mode-started',
    details: { zone: zone.name },
  });
  await writeAudit(owner, { accountId, at: new Date(endedAt.getTime() - SIGNED_IN_MS), actor: member, action: 'signed-in' });
  await writeAudit(owner, { ...about, at: endedAt, actor: member, action: 'theft-mode-ended' });
  await insertChanges(owner, { accountId: accountId as AccountId, memberId: admin.id }, unit.id, endedAt, [
    { field: 'theft_mode', before: 'on', after: '' },
  ]);
}
