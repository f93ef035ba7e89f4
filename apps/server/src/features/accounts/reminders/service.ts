import type {
  listReminders as listEndpoint,
  ReminderMatter,
  sendReminders as sendEndpoint,
} from '@spora/contract/accounts/settings';
import { REMINDER_MATTERS } from '@spora/contract/accounts/values';
import type { CallData } from '@spora/contract/endpoint';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { requireMayRunAccount } from '../policy.ts';
import * as repository from './repository.ts';
import { mayRemind, notSince } from './rules.ts';
import { inviteAgain } from '../../users/api.ts';

export async function listReminders({ db, actor, now }: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const matters = [];
  for (const matter of REMINDER_MATTERS) {
    const waiting = await repository.waitingFor(db, actor.accountId, matter);
    const due = waiting.filter(({ sent_at }) => mayRemind(sent_at, now()));
    matters.push({ matter, waiting: waiting.length, may_remind: due.length });
  }
  return { matters };
}

/** ADM-017: nobody hears of the same matter twice within 24 hours, whoever asks. */
export async function sendReminders(ctx: MemberCtx, matter: ReminderMatter): Promise<CallData<typeof sendEndpoint>> {
  const { db, actor, now } = ctx;
  requireMayRunAccount(actor);
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailUnavailable');
  const at = now();
  let sent = 0;
  const waiting = await repository.waitingFor(db, actor.accountId, matter);
  for (const person of waiting) {
    if (!mayRemind(person.sent_at, at)) continue;
    if (!(await repository.takeTurn(db, actor.accountId, { memberId: person.id, matter, at, notSince: notSince(at) }))) continue;
    await REMIND[matter](ctx, person);
    sent++;
  }
  if (sent > 0) await audit(ctx, 'reminders-sent', matter, { count: sent });
  return { sent, too_soon: waiting.length - sent };
}

const REMIND: Readonly<Record<ReminderMatter, (ctx: MemberCtx, person: repository.Waiting) => Promise<void>>> = {
  notice: async ({ db, actor, now }, person) => {
    const { name, subsite_id } = await repository.accountOf(db, actor.accountId);
    await orderMail(db, {
      template: 'notice-reminder',
      params: { fullName: person.full_name, accountName: name },
      to: person.email,
      language: person.language as Language,
      subsiteId: subsite_id,
      accountId: actor.accountId,
      at: now(),
    });
  },
  invitation: (ctx, person) => inviteAgain(ctx, person),
};
