import { createHash } from 'node:crypto';
import type { subscribePush, listPushBrowsers, testPush, unsubscribePush } from '@spora/contract/alarms/push';
import { brandOf } from '@spora/contract/brands';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { LANGUAGES } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { isPrivateHost, isWebPort } from '../../../platform/network/public-network.ts';
import { orderPush } from '../../../platform/push/order.ts';
import { profileOf } from '../../../core/people/signed-in-user.ts';
import { browserName } from '../../auth/sessions/rules.ts';
import { requireOwnPush } from './policy.ts';
import * as repository from './repository.ts';

type PushState = HandlerData<typeof listPushBrowsers>;

/** The newest so many of a member take push; one who clears a browser's data often leaves others behind. */
const BROWSERS_MAX = 20;
/** A test that arrives later says nothing any more. */
const TEST_WORTH_MS = 10 * 60_000;

export async function listBrowsers({ db, actor, ports }: MemberCtx): Promise<PushState> {
  requireOwnPush(actor);
  const { key } = await ports.push.publicKey();
  const browsers = await repository.browsersOf(db, actor.accountId, actor.memberId);
  const receivers = await repository.receiversOfMember(db, actor.accountId, actor.memberId);
  return {
    key,
    receivers: receivers.map(({ email, dial_code, phone, security, function: isFunction }) => ({
      email,
      phone: phone === '' ? '' : `+${dial_code}${phone}`,
      security_alarm: security,
      function_alarm: isFunction,
    })),
    browsers: browsers.map(({ id, endpoint, label, created_at, last_ok_at, last }) => ({
      id,
      browser: label,
      fingerprint: createHash('sha256').update(endpoint).digest('base64url'),
      since: created_at.toISOString(),
      last_ok_at: last_ok_at?.toISOString() ?? null,
      last: last as PushState['browsers'][number]['last'],
    })),
  };
}

/** API-110. The address comes from the browser: only one that the internet reaches is kept, unless the installation allows others. */
export async function subscribe(
  ctx: MemberCtx,
  { endpoint, keys }: HandlerInput<typeof subscribePush>['body'],
  { userAgent, mayBePrivate }: { readonly userAgent: string; readonly mayBePrivate: boolean },
): Promise<PushState> {
  const { db, actor, now, ports } = ctx;
  requireOwnPush(actor);
  const url = new URL(endpoint);
  if (!mayBePrivate && (url.protocol !== 'https:' || isPrivateHost(url.hostname)))
    throw new AppError('PushRefused', { status: 422 });
  if (!isWebPort(url) || url.username !== '') throw new AppError('PushRefused', { status: 422 });
  const { id: vapidKey } = await ports.push.publicKey();
  await repository.saveBrowser(db, actor.accountId, actor.memberId, {
    endpoint,
    publicKey: keys.p256dh,
    authSecret: keys.auth,
    vapidKey,
    label: browserName(userAgent),
    at: now(),
  });
  await repository.dropOldest(db, actor.accountId, actor.memberId, BROWSERS_MAX);
  return listBrowsers(ctx);
}

export async function unsubscribe(ctx: MemberCtx, { id }: HandlerInput<typeof unsubscribePush>['params']): Promise<PushState> {
  requireOwnPush(ctx.actor);
  if (!(await repository.deleteBrowser(ctx.db, ctx.actor.accountId, ctx.actor.memberId, id)))
    throw new AppError('NotFound', { status: 404 });
  return listBrowsers(ctx);
}

/** What an alarm looks like, in each browser of the member. */
export async function sendTest({ db, actor, now }: MemberCtx): Promise<HandlerData<typeof testPush>> {
  requireOwnPush(actor);
  const { language: told, subsite_id } = await profileOf(db, actor.accountId, actor.memberId);
  const language = LANGUAGES.find((each) => each === told) ?? 'en';
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const at = now();
  const ids = await orderPush(db, {
    memberId: actor.memberId,
    title: t('PushTestTitle'),
    body: t('PushTestText', { name: brandOf(subsite_id).name }),
    url: '/user/profile',
    tag: 'test',
    topic: 'test',
    urgency: 'high',
    at,
    expiresAt: new Date(at.getTime() + TEST_WORTH_MS),
  });
  return { ordered: ids.length };
}
