import { createFormat } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import { type Kysely, sql } from 'kysely';
import { NOBODY } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { EventOf } from '../../../platform/events/events.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { orderPush } from '../../../platform/push/order.ts';
import { newLink } from '../receivers/link-repository.ts';
import { isMuted } from '../telling/repository.ts';

/** Who is reminded: somebody with an address, a browser or both. */
interface Reminded {
  readonly member_id: number | null;
  /** As which receiver; null: as who usually drives the unit. */
  readonly receiver_id: number | null;
  readonly name: string;
  /** Empty: by push alone. */
  readonly email: string;
  readonly has_push: boolean;
  readonly language: Language;
  readonly unit_name: string;
  readonly account_name: string;
  readonly subsite_id: number;
}

/**
 * Reminds whoever usually drives a unit, else the receivers of its security alarms, before it is missed: by mail and push, which cost
 * nothing. A unit that is muted is not reminded of. Of private use only who drives privately is told, of a locked unit who has its key.
 */
export async function remindOfHomes({ away }: EventOf<'safe-homes-soon'>, db: Kysely<Db>, now: Date): Promise<void> {
  for (const { accountId, unitId, atMs, timeZone } of away) {
    const usual = await usualDriver(db, unitId, now);
    const people = usual === 'nobody' ? await receiversOf(db, unitId, now) : usual;
    for (const person of people) {
      const {
        email,
        language,
        member_id: memberId,
        receiver_id: receiverId,
        name,
        unit_name: unitName,
        subsite_id: subsiteId,
      } = person;
      const time = createFormat(language, timeZone).time(atMs);
      const order = { at: now, expiresAt: new Date(atMs), dedupKey: `safe-home-soon:${unitId}:${atMs}:${memberId ?? email}` };
      const about = { fullName: name, unitName, time, accountName: person.account_name };
      const path = receiverId === null || email === '' ? null : await newLink(db, { accountId, id: receiverId, memberId }, now);
      if (email !== '')
        await orderMail(db, {
          template: 'safe-home-soon',
          params: { ...about, isReceiver: usual === 'nobody', isMember: memberId !== null, path },
          to: email,
          language,
          subsiteId,
          accountId,
          ...order,
        });
      if (memberId === null || !person.has_push) continue;
      const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
      const title = t('MailSoonTitle', { unit: unitName, time });
      const url = '/user/realtime-tracking';
      await orderPush(db, { memberId, title, body: t('MailSoonHint'), url, tag: `safe-home-${unitId}`, ...order });
    }
  }
}

const MEMBER_MAY_BE_TOLD = sql`m.disabled_at IS NULL AND m.removed_at IS NULL AND m.alerts_stopped_at IS NULL`;
/** Now, of a unit `u`, somebody `m` or nobody. Who drives privately alone is told anything of it. */
const isTold = (now: Date) => sql`NOT is_in_private_use(u.id, coalesce(m.id, ${NOBODY}))
  AND NOT is_withheld_at(u.id, coalesce(m.id, ${NOBODY}), ${now})
  AND (u.locked_at IS NULL OR m.id = u.locked_by_member_id
    OR EXISTS (SELECT FROM unit_access x WHERE x.unit_id = u.id AND x.member_id = m.id))`;

/** Nobody: there is none. Empty: there is, and they are told nothing now. */
async function usualDriver(db: Kysely<Db>, unitId: number, now: Date): Promise<readonly Reminded[] | 'nobody'> {
  const { rows } = await sql<Reminded & { is_told: boolean }>`
    SELECT m.id AS member_id, NULL AS receiver_id, m.full_name AS name, m.email, true AS has_push, m.language, u.name AS unit_name, c.subsite_id, c.name AS account_name,
      ${isTold(now)} AND NOT ${isMuted(now)} AS is_told
    FROM unit u JOIN account c ON c.id = u.account_id JOIN member m ON m.account_id = u.account_id AND ${MEMBER_MAY_BE_TOLD}
      AND m.id = (SELECT (s.settings ->> 'driverMemberId')::bigint FROM unit_setting s
        WHERE s.unit_id = u.id AND s.valid_from <= ${now} ORDER BY s.valid_from DESC LIMIT 1)
    WHERE u.id = ${unitId}`.execute(db);
  return rows.length === 0 ? 'nobody' : rows.filter(({ is_told }) => is_told);
}

async function receiversOf(db: Kysely<Db>, unitId: number, now: Date): Promise<readonly Reminded[]> {
  const { rows } = await sql<Reminded>`
    SELECT r.member_id, r.id AS receiver_id, r.name, r.email, r.push AS has_push, c.alert_language AS language, u.name AS unit_name, c.subsite_id, c.name AS account_name
    FROM unit u JOIN account c ON c.id = u.account_id JOIN alarm_receiver_unit g ON g.unit_id = u.id
    JOIN alarm_receiver r ON r.id = g.receiver_id LEFT JOIN member m ON m.id = r.member_id
    WHERE u.id = ${unitId} AND r.security AND CASE WHEN r.member_id IS NULL THEN r.stopped_at IS NULL ELSE ${MEMBER_MAY_BE_TOLD} END AND ${isTold(now)} AND NOT ${isMuted(now)}
    ORDER BY r.id`.execute(db);
  return rows;
}
