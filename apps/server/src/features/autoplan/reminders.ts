import { dayIn, localTimeIn } from '@spora/calendar/zones';
import { AUTOPLAN_REMINDER_DAYS, AUTOPLAN_ZONE, autoplanWindow } from '@spora/contract/autoplan/rules';
import { setAccount, type AccountId, type Ctx } from '../../platform/ctx.ts';
import { orderMail } from '../../platform/mail/order.ts';
import * as repository from './repository.ts';

/** Nobody is written to earlier, Stockholm's clocks. */
const FROM_HOUR = '07';

/** AUTO-007: on the first and the third day of a month, to the administrators of accounts with something unreported; once a day each. */
export async function remind(ctx: Ctx<{ readonly kind: 'system' }>): Promise<void> {
  const { db, now, ports } = ctx;
  const at = now();
  const today = dayIn(at, AUTOPLAN_ZONE);
  const isDue = AUTOPLAN_REMINDER_DAYS.includes(Number(today.slice(-2)));
  if (!isDue || localTimeIn(at, AUTOPLAN_ZONE).slice(11, 13) < FROM_HOUR || !ports.autoplan.isAvailable) return;
  const { month } = autoplanWindow(at);
  for (const { account_id: accountId, ...row } of await repository.unreported(db, month))
    await db.transaction().execute(async (tx) => {
      await setAccount(tx, accountId as AccountId);
      await orderMail(tx, {
        template: 'autoplan-reminder',
        params: { fullName: row.full_name, accountName: row.account_name, month, units: row.units },
        to: row.email,
        language: row.language,
        subsiteId: row.subsite_id,
        accountId,
        at,
        dedupKey: `autoplan:${row.member_id}:${today}`,
      });
    });
}
