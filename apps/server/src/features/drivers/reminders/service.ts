import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { STALE_AFTER_MS } from '../rules.ts';
import { markForgotten } from './repository.ts';

/** Later than this nobody is reminded: the mails of a worker that stood still for weeks surprise more than they help. */
const REMINDED_WITHIN_MS = 14 * DAY_MS;

/** DRV-015: a mail for each check-in that was forgotten, in one transaction with the mark that it was sent; answers how many. */
export const remindOfOpenCheckIns = (db: Kysely<Db>, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const before = new Date(now.getTime() - STALE_AFTER_MS);
    const forgotten = await markForgotten(tx, { before, after: new Date(now.getTime() - REMINDED_WITHIN_MS), now });
    for (const row of forgotten)
      await orderMail(tx, {
        template: 'still-checked-in',
        params: { fullName: row.full_name, unitName: row.unit_name, day: row.day },
        to: row.email,
        language: row.language,
        subsiteId: row.subsite_id,
        accountId: row.account_id,
        at: now,
        dedupKey: `check-in ${row.id}`,
      });
    return forgotten.length;
  });
