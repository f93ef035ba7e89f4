import type { ReceiverByLink } from '@spora/contract/alarms/receiver-link';
import { AppError } from '../../../platform/app-error.ts';
import type { StrangerCtx } from '../../../platform/ctx.ts';
import { hashOfHeader } from '../../../platform/http/session-gate.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import * as links from './link-repository.ts';

/** ALARM-039: what the page of a link shows. Unknown and over look alike; nothing is told that no message has told. */
export async function lookAtLink(ctx: StrangerCtx, token: string): Promise<ReceiverByLink> {
  return shown(ctx, await requireReceiver(ctx, token));
}

/** Stops the alarms to the receiver of the link, or begins again. A second time changes nothing and is not put on record. */
export async function stopByLink(
  ctx: StrangerCtx,
  { token, stops }: { readonly token: string; readonly stops: boolean },
): Promise<ReceiverByLink> {
  const receiver = await requireReceiver(ctx, token);
  await setStopped(ctx, receiver, stops);
  return shown(ctx, receiver);
}

/** What a mail program posts in the name of its reader (RFC 8058, 3.1); in a form of either kind. */
const ONE_CLICK =
  /(?:^|[&\s])List-Unsubscribe=One-Click(?:[&\s]|$)|name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i;

/** RFC 8058: as `stopByLink`, for a mail program. Whatever else is posted there changes nothing. */
export async function stopByMailProgram(ctx: StrangerCtx, token: string, body: Uint8Array): Promise<Record<never, never>> {
  const receiver = await requireReceiver(ctx, token);
  if (!ONE_CLICK.test(Buffer.from(body).toString('latin1'))) throw new AppError('InvalidInput', { status: 422 });
  await setStopped(ctx, receiver, true);
  return {};
}

async function requireReceiver({ db }: StrangerCtx, token: string): Promise<links.LinkedReceiver> {
  const hash = hashOfHeader(token);
  const receiver = hash && (await links.receiverOfLink(db, hash));
  if (!receiver) throw new AppError('ReceiverLinkUnknown', { status: 404 });
  return receiver;
}

async function setStopped({ db, now, log }: StrangerCtx, receiver: links.LinkedReceiver, stops: boolean): Promise<void> {
  const at = now();
  if (!(await links.setStopped(db, receiver, { stops, at }))) return;
  const { accountId } = receiver;
  await writeAudit(db, {
    accountId,
    at,
    actor: { kind: 'stranger' },
    action: stops ? 'alarm-receiver-stopped' : 'alarm-receiver-resumed',
    subject: (await links.lookAt(db, receiver)).name,
  });
  log.info({ account: accountId, receiver: receiver.id, stops }, 'a receiver answered by the link of a message');
}

async function shown({ db }: StrangerCtx, receiver: links.LinkedReceiver): Promise<ReceiverByLink> {
  const { account, language, email, phone, stopped_at } = await links.lookAt(db, receiver);
  return {
    account,
    language,
    ways: [...(email === '' ? [] : ['email' as const]), ...(phone === '' ? [] : ['sms' as const])],
    stopped_at: stopped_at?.toISOString() ?? null,
  };
}
