import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { raise } from '../telling/service.ts';
import { administratorsOf, alarmByKey } from './repository.ts';

/** A mail of what is left is of no use to anybody after so long. */
const MAIL_LIFE_MS = 3 * DAY_MS;

/** ALARM-038: administrators are told at 10 and at 0 credits, by mail: a text message would cost one. */
export async function raiseSmsCredits({ accountId, left }: EventOf<'sms-credits-low'>, db: Kysely<Db>, now: Date): Promise<void> {
  const key = `sms-credits ${left} ${now.getTime()}`;
  await raise(
    db,
    [
      {
        accountId,
        unitId: null,
        kind: 'sms-credits',
        subject: '',
        key,
        atMs: now.getTime(),
        endedMs: now.getTime(),
        latE7: null,
        lonE7: null,
        details: { value: left },
      },
    ],
    now,
  );
  const alarm = await alarmByKey(db, accountId, key);
  if (!alarm) return;
  for (const { id, email, full_name } of await administratorsOf(db, accountId))
    await orderMail(db, {
      template: 'alarm',
      params: {
        receiverName: full_name,
        unitName: alarm.account_name,
        registrationNumber: '',
        place: '',
        what: {
          kind: 'sms-credits',
          subject: '',
          at: now.toISOString(),
          timeZone: alarm.time_zone,
          isDayOnly: false,
          isDelayed: false,
          value: left,
          limit: null,
        },
        repeats: 0,
        isEscalation: false,
        alarmId: alarm.id,
        isMember: true,
        accountName: alarm.account_name,
        path: null,
        mapPath: null,
      },
      to: email,
      language: alarm.language,
      subsiteId: alarm.subsite_id,
      accountId,
      at: now,
      expiresAt: new Date(now.getTime() + MAIL_LIFE_MS),
      dedupKey: `sms-credits:${alarm.id}:${id}`,
    });
}
