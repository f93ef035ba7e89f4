import {
  ALERT_NUMBERS_MAX,
  type AlertNumber,
  type listAlertNumbers as listEndpoint,
  type saveAlertNumber as saveEndpoint,
} from '@spora/contract/alarms/alert-numbers';
import { receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { audit } from '../../../core/people/audit.ts';
import { type ParentAccounts, parentAccounts, parentRights } from '../../../core/people/parent-rights.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { requireMayManageReceivers } from './policy.ts';
import * as repository from './repository.ts';

/** ALARM-040, DEC-21: the page exists for accounts of one parent account. `parents` are those of the configuration. */
async function requireAlertNumbers({ db, actor }: MemberCtx, parents: ParentAccounts): Promise<void> {
  requireMayManageReceivers(actor);
  const ParentID = await repository.parentOf(db, actor.accountId);
  if (!parentRights({ ParentID }, await parentAccounts(db, parents)).HasAlertNumbers) throw new AppError('Forbidden');
}

type Row = Awaited<ReturnType<typeof repository.alertNumbersOf>>[number];
const told = ({
  id,
  name,
  dial_code,
  phone,
  is_number_dead,
  stopped_at,
  security,
  function: wantsFunction,
}: Row): AlertNumber => ({
  id,
  name,
  country_code: dial_code,
  phone,
  is_number_dead,
  is_stopped: stopped_at !== null,
  security_alarm: security,
  function_alarm: wantsFunction,
});

/** ALARM-041. */
export async function listAlertNumbers(ctx: MemberCtx, parents: ParentAccounts): Promise<CallData<typeof listEndpoint>> {
  await requireAlertNumbers(ctx, parents);
  const numbers = await repository.alertNumbersOf(ctx.db, ctx.actor.accountId);
  return {
    numbers: numbers.map(told),
    sms_credit: await repository.smsCreditOf(ctx.db, ctx.actor.accountId),
  };
}

/** ALARM-041: by the same phone rules as receivers. */
export async function saveAlertNumber(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
  parents: ParentAccounts,
): Promise<CallData<typeof saveEndpoint>> {
  await requireAlertNumbers(ctx, parents);
  const { db, actor, now } = ctx;
  await repository.lockReceivers(db, actor.accountId);
  const numbers = await repository.alertNumbersOf(db, actor.accountId);
  const before = numbers.find(({ id }) => id === body.id);
  if (body.id !== null && !before) throw new AppError('ReceiverNotFound');
  if (before) requireUnchanged(told(before), body);
  if (!before && numbers.length >= ALERT_NUMBERS_MAX)
    throw new AppError('ReceiversMany', { params: { count: ALERT_NUMBERS_MAX } });
  const fault = receiverPhoneFault({ dialCode: body.country_code, national: body.phone });
  if (fault) throw new InputError({ phone: [fault] });
  const fields = {
    name: body.name,
    dial_code: body.country_code,
    phone: body.phone,
    security: body.security_alarm,
    function: body.function_alarm,
  };
  if (before) {
    await repository.updateReceiver(db, actor.accountId, before.id, fields, now());
    await audit(ctx, 'alarm-receiver-changed', body.name);
    return { id: before.id };
  }
  const id = await repository.insertAlertNumber(db, actor.accountId, fields, now());
  await audit(ctx, 'alarm-receiver-added', body.name);
  return { id };
}

export async function removeAlertNumber(ctx: MemberCtx, id: number, parents: ParentAccounts): Promise<Record<string, never>> {
  await requireAlertNumbers(ctx, parents);
  const number = (await repository.alertNumbersOf(ctx.db, ctx.actor.accountId)).find((each) => each.id === id);
  if (!number) throw new AppError('ReceiverNotFound');
  await repository.deleteReceiver(ctx.db, ctx.actor.accountId, id, ctx.now());
  await audit(ctx, 'alarm-receiver-removed', number.name);
  return {};
}
