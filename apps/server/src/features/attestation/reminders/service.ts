import { localTimeIn } from '@spora/calendar/zones';
import { type DaySpan, previousMonth } from '@spora/calendar/days';
import type { remindToAttest as remindEndpoint } from '@spora/contract/attestation/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { REMINDER_EVERY_S } from '@spora/contract/limits';
import type { Language } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { type Ctx, inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { orderPush } from '../../../platform/push/order.ts';
import { requireMayRunAttestation } from '../policy.ts';
import { isReminderTime } from '../rules.ts';
import * as repository from './repository.ts';
import { accountOf, recipients } from '../../../core/people/members.ts';

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * REMINDER_EVERY_S * 1000);

/** ERR-043: until a period may be reminded of again. */
const secondsLeft = (last: Date | null, now: Date): number =>
  last === null ? 0 : Math.max(0, Math.ceil((last.getTime() - now.getTime()) / 1000) + REMINDER_EVERY_S);

/** ATT-013, ATT-014: each row answers for itself. ATT-007: where no mail leaves, nobody counts as reminded. */
export function remindToAttest(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof remindEndpoint>,
): Promise<HandlerData<typeof remindEndpoint>> {
  requireMayRunAttestation(ctx.actor);
  if (!ctx.ports.mail.isAvailable) throw new AppError('AttestReminderFailed');
  return inTransaction(ctx, async (inner) => {
    const { db, actor, now } = inner;
    const account = await accountOf(db, actor.accountId);
    const people = new Map(
      (
        await recipients(
          db,
          actor.accountId,
          body.rows.map((row) => row.user_id),
        )
      ).map((person) => [person.id, person]),
    );
    const at = now();
    const results = [];
    const reminded: number[] = [];
    for (const [row, { user_id, from, to }] of body.rows.entries()) {
      const person = people.get(user_id);
      const span = { memberId: user_id, from, to, at, notSince: daysBefore(at, 1) };
      if (!person) results.push({ row, success: false as const, error: 'UserNotFound', retry_after_s: null });
      else if (!(await repository.takeTurn(db, actor.accountId, span)))
        results.push({
          row,
          success: false as const,
          error: 'AttestReminderTooSoon',
          retry_after_s: secondsLeft(await repository.remindedLast(db, span), at),
        });
      else {
        await write(
          db,
          { ...account, account_id: actor.accountId, account_name: account.name, member_id: user_id, ...person },
          { from, to },
          at,
        );
        results.push({ row, success: true as const });
        reminded.push(user_id);
      }
    }
    const [first] = reminded;
    // Of one the log says who it was.
    if (first !== undefined)
      await audit(inner, 'attest-reminded', '', reminded.length === 1 ? { member: first } : { count: reminded.length });
    return { results };
  });
}

/** ATT-014: by mail and push, in the recipient's language and brand, with a link to the period. */
async function write(db: Kysely<Db>, to: repository.Forgetful, span: DaySpan, at: Date): Promise<void> {
  const language = to.language as Language;
  await orderMail(db, {
    template: 'attest-reminder',
    params: { fullName: to.full_name, accountName: to.account_name, from: span.from, to: span.to },
    to: to.email,
    language,
    subsiteId: to.subsite_id,
    accountId: to.account_id,
    at,
  });
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  // One of the same period takes the place of the one before.
  const name = `attest-${span.from}-${span.to}`;
  await orderPush(db, {
    memberId: to.member_id,
    title: t('MailAttestTitle'),
    body: t('MailAttestLead', { account: to.account_name, from: span.from, to: span.to }),
    url: `/user/attest?from=${span.from}&to=${span.to}`,
    tag: name,
    topic: name,
    at,
  });
}

/** More than the days in which the automatic reminder may go out: it goes out once a month. */
const ONCE_A_MONTH_DAYS = 20;

/** ATT-014: drivers of the accounts that chose it are reminded of the month before, once; safe to run at any time and twice. */
export async function remindMonthly({ db, ports, now, log }: Ctx<{ readonly kind: 'system' }>): Promise<void> {
  if (!ports.mail.isAvailable) return;
  const at = now();
  let sent = 0;
  for (const account of await repository.remindedAccounts(db)) {
    const local = localTimeIn(at, account.time_zone);
    if (!isReminderTime(local)) continue;
    const span = previousMonth(local.slice(0, 10));
    for (const person of await repository.driversWithOpenTrips(db, account, span))
      await db.transaction().execute(async (tx) => {
        const turn = { memberId: person.member_id, ...span, at, notSince: daysBefore(at, ONCE_A_MONTH_DAYS) };
        if (!(await repository.takeTurn(tx, account.id, turn))) return;
        await write(tx, person, span, at);
        sent += 1;
      });
  }
  if (sent > 0) log.info({ sent }, 'drivers were reminded to attest the month');
}
