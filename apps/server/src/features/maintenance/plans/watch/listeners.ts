import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { Db } from '../../../../platform/database/db.generated.ts';
import { orderMail } from '../../../../platform/mail/order.ts';
import * as repository from './repository.ts';
import type { ServiceDue } from './service.ts';

/** A mail of what became due is of no use to anybody after so long. */
const MAIL_LIFE_MS = 3 * DAY_MS;

/** SRV-005: one mail for each administrator, with what became due on the units that they may see. */
export async function mailServiceDue({ accountId, subsiteId, plans }: ServiceDue, db: Kysely<Db>, now: Date): Promise<void> {
  const unitIds = [...new Set(plans.map(({ unitId }) => unitId))];
  for (const { email, full_name, language, unit_ids } of await repository.administratorsOf(db, accountId, unitIds))
    await orderMail(db, {
      template: 'service-due',
      params: {
        fullName: full_name,
        items: plans
          .filter(({ unitId }) => unit_ids.includes(unitId))
          .map(({ unitId: _unitId, planId: _planId, ...item }) => item),
      },
      to: email,
      language,
      subsiteId,
      accountId,
      at: now,
      expiresAt: new Date(now.getTime() + MAIL_LIFE_MS),
    });
}
