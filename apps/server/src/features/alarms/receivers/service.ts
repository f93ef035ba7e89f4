import type {
  AlarmReceiver,
  assignReceiverUnits as assignEndpoint,
  getAlertConfig as configEndpoint,
  listReceiverMessages as messagesEndpoint,
  listReceivers as listEndpoint,
  listReceiverUnits as unitsEndpoint,
  listSensorReceivers as sensorEndpoint,
  listUnitReceivers as unitEndpoint,
  ReceiverMessage,
  saveReceiver as saveEndpoint,
  testReceiver as testEndpoint,
  toggleReceiver as toggleEndpoint,
} from '@spora/contract/alarms/receivers';
import { RECEIVERS_MAX } from '@spora/contract/alarms/receivers';
import { brandOf } from '@spora/contract/brands';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { DELIVERY_LOG_KEPT_DAYS } from '@spora/contract/limits';
import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import type { Language } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import { compareNames } from '@spora/messages/name-order';
import { audit } from '../../../core/people/audit.ts';
import { changesFor } from '../../../platform/observing/audit.ts';
import { findMembers } from '../../../core/people/members.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import type { LinkTo } from '../../../platform/mail/links.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { orderPush } from '../../../platform/push/order.ts';
import { orderSms } from '../../../platform/sms/order.ts';
import { stopsBy } from '../telling/short-text.ts';
import { newLink, newTextedLink } from './link-repository.ts';
import { requireMayManageReceivers } from './policy.ts';
import { hasPush, membersWithPush } from './push.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { assignableSensors, assignSensors, findSensor } from './sensors.ts';
import * as sensors from './sensors-repository.ts';
import {
  contactFaults,
  isCircle,
  messageState,
  receiverState,
  stoppedAt,
  TESTS_PER_HOUR,
  TESTS_PER_HOUR_IN_ALL,
} from './rules.ts';

const MESSAGES_PAGE = 50;

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

function toReceiver(
  row: readModel.ReceiverRow,
  told: { units: number; sensors: number; onlyUnit: string | null; withPush: ReadonlySet<number> },
): AlarmReceiver {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    country_code: row.dial_code,
    phone: row.phone,
    is_number_dead: row.is_number_dead,
    is_address_refused: row.is_address_refused,
    member_id: row.member_id,
    push_notification: flag(row.push),
    security_alarm: flag(row.security),
    function_alarm: flag(row.function),
    total_units: told.units,
    total_ble_units: told.sensors,
    only_unit: told.sensors === 0 ? told.onlyUnit : null,
    member:
      row.member_id === null
        ? null
        : {
            id: row.member_id,
            name: row.member_name ?? '',
            push_id: told.withPush.has(row.member_id) ? String(row.member_id) : null,
          },
    state: receiverState(row),
    stopped_at: stoppedAt(row)?.toISOString() ?? null,
    quiet_from: row.quiet_from,
    quiet_to: row.quiet_to,
    escalate_after_min: row.escalate_after_min,
    escalate_to: row.escalate_to_id,
  };
}

async function listAll(ctx: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const rows = await readModel.receiversOf(ctx);
  const memberIds = rows.flatMap(({ member_id }) => (member_id === null ? [] : [member_id]));
  const withPush = await membersWithPush(ctx.db, ctx.actor.accountId, memberIds);
  return {
    alarmReceivers: rows.map((row) => toReceiver(row, { ...row, withPush })),
    SmsCredits: await repository.smsCreditOf(ctx.db, ctx.actor.accountId),
  };
}

/** ALARM-003, API-016. */
export async function listReceivers(ctx: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  return listAll(ctx);
}

/** ALARM-028, API-017. */
export async function listUnitReceivers(ctx: MemberCtx, unitId: number): Promise<CallData<typeof unitEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const unit = await findUnit(ctx, unitId);
  const told = await readModel.receiverIdsOfUnit(ctx, unitId);
  const { alarmReceivers, SmsCredits } = await listAll(ctx);
  return {
    alarmReceivers: alarmReceivers
      .filter(({ id }) => told.has(id))
      .map((receiver) => ({ ...receiver, terminal_id: unitId, device_type: 'gps' as const })),
    SmsCredits,
    can: { add: unit.locked_at === null && !ctx.actor.visit },
  };
}

/** ALARM-028, API-018, API-121: by the sensor's number. */
export async function listSensorReceivers(ctx: MemberCtx, sensorId: number): Promise<CallData<typeof sensorEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  await findSensor(ctx, sensorId);
  const told = await sensors.receiverIdsOf(ctx.db, ctx.actor.accountId, sensorId);
  const { alarmReceivers, SmsCredits } = await listAll(ctx);
  return {
    alarmReceivers: alarmReceivers
      .filter(({ id }) => told.has(id))
      .map((receiver) => ({ ...receiver, terminal_id: sensorId, device_type: 'ble' as const })),
    SmsCredits,
    can: { add: !ctx.actor.visit },
  };
}

/** DEC-41, API-025: the same number as `SmsCredits`. */
export async function getAlertConfig(ctx: MemberCtx): Promise<CallData<typeof configEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  return { sms_credit: await repository.smsCreditOf(ctx.db, ctx.actor.accountId) };
}

type SaveInput = HandlerInput<typeof saveEndpoint>['body'];

/** API-019. Throws InputError by field, UnitNotFound and UnitLocked. */
export async function saveReceiver(ctx: MemberCtx, { body }: { body: SaveInput }): Promise<CallData<typeof saveEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const { db, actor, now } = ctx;
  const next = await repository.lockReceivers(db, actor.accountId);
  const before = body.id === null ? null : await findReceiver(ctx, body.id);
  if (before && body.was) {
    const withPush = await membersWithPush(db, actor.accountId, before.member_id === null ? [] : [before.member_id]);
    requireUnchanged(toReceiver(before, { units: 0, sensors: 0, onlyUnit: null, withPush }), body);
  }
  if (!before && next.size >= RECEIVERS_MAX) throw new AppError('ReceiversMany', { params: { count: RECEIVERS_MAX } });
  const isSensor = body.device_type === 'ble';
  const unit = body.terminal_id && !isSensor ? await findOpenUnit(ctx, body.terminal_id) : null;
  const sensor = body.terminal_id && isSensor ? await findSensor(ctx, body.terminal_id) : null;
  const fields = merged(body, before);
  await checkFields(ctx, fields, { before, next });
  const id = before?.id ?? (await repository.insertReceiver(db, actor.accountId, fields, now()));
  if (before) await repository.updateReceiver(db, actor.accountId, id, fields, now());
  if (unit) await repository.addUnits(db, actor.accountId, id, [unit.id]);
  if (sensor) await sensors.addSensors(db, actor.accountId, id, [sensor.id]);
  const nameOf = new Map((await readModel.receiversOf(ctx)).map((each) => [each.id, each.name]));
  if (!before) await audit(ctx, 'alarm-receiver-added', fields.name, { changes: contentOf(shownFields(fields, nameOf)) });
  else {
    const told = changesFor(shownFields(before, nameOf), shownFields(fields, nameOf));
    if (told) await audit(ctx, 'alarm-receiver-changed', fields.name, told);
  }
  return { id };
}

/** What is absent stays; of a new one it is empty and off. */
function merged(body: SaveInput, before: readModel.ReceiverRow | null): repository.ReceiverFields {
  const phone = body.phone ?? before?.phone ?? '';
  const stay = <T>(sent: T | undefined, stands: T | undefined, otherwise: T): T =>
    sent === undefined ? (stands ?? otherwise) : sent;
  return {
    member_id: stay(body.member_id, before?.member_id, null),
    name: body.name,
    email: body.email ?? before?.email ?? '',
    dial_code: phone === '' ? '' : (body.country_code ?? before?.dial_code ?? ''),
    phone,
    push: body.push_notification ?? before?.push ?? false,
    security: body.security_alarm ?? before?.security ?? false,
    function: body.function_alarm ?? before?.function ?? false,
    quiet_from: stay(body.quiet_from, before?.quiet_from ?? null, null),
    quiet_to: stay(body.quiet_to, before?.quiet_to ?? null, null),
    escalate_after_min: stay(body.escalate_after_min, before?.escalate_after_min, null),
    escalate_to_id: stay(body.escalate_to, before?.escalate_to_id, null),
  };
}

async function checkFields(
  ctx: MemberCtx,
  fields: repository.ReceiverFields,
  { before, next }: { before: readModel.ReceiverRow | null; next: ReadonlyMap<number, number | null> },
): Promise<void> {
  const { db, actor } = ctx;
  const { subsite_id } = await repository.alertSettingsOf(db, actor.accountId);
  const { email, dial_code: dialCode, phone, member_id, escalate_to_id: to } = fields;
  const { email: emailFault, phone: phoneFault } = contactFaults(
    { email, dialCode, phone },
    brandOf(subsite_id).capabilities.receiverNeedsEmail,
  );
  if (emailFault || phoneFault)
    throw new InputError({ ...(emailFault ? { email: [emailFault] } : {}), ...(phoneFault ? { phone: [phoneFault] } : {}) });
  if (member_id !== null && member_id !== before?.member_id && (await findMembers(ctx, [member_id])).length === 0)
    throw new AppError('UserNotFound');
  // What was switched on may stay on: the device may come back.
  if (fields.push && !(before?.push && before.member_id === member_id)) {
    if (member_id === null) throw new InputError({ push_notification: ['ReceiverPushUsers'] });
    if (!(await hasPush(db, actor.accountId, member_id))) throw new InputError({ push_notification: ['ReceiverPushNowhere'] });
  }
  if (to === null) return;
  if (to === before?.id) throw new InputError({ escalate_to: ['ReceiverEscalateSelf'] });
  if (!next.has(to)) throw new InputError({ escalate_to: ['ReceiverNotFound'] });
  if (before && isCircle(before.id, to, next)) throw new InputError({ escalate_to: ['ReceiverEscalateCircle'] });
}

/** As the audit log names and tells them: where alarms went is what is asked of it, and whoever reads it sees the receivers too. */
const shownFields = (of: repository.ReceiverFields, nameOf: ReadonlyMap<number, string>) => ({
  name: of.name,
  email: of.email,
  phone: of.phone && `+${of.dial_code} ${of.phone}`,
  push: of.push,
  security_alarm: of.security,
  function_alarm: of.function,
  quiet_hours: of.quiet_from === null || of.quiet_to === null ? null : `${of.quiet_from}–${of.quiet_to}`,
  escalation:
    of.escalate_after_min === null || of.escalate_to_id === null
      ? null
      : `${nameOf.get(of.escalate_to_id) ?? ''}, ${of.escalate_after_min} min`,
  user: of.member_id,
});

/** What a receiver is that was added: where its alarms go and which, beside the name, which the line says. */
const contentOf = ({ name: _, ...shown }: ReturnType<typeof shownFields>) =>
  Object.entries(shown).flatMap(([field, after]) => (after ? [{ field, before: null, after }] : []));

/** DEC-40, ALARM-022. */
export async function removeReceiver(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  await repository.lockReceivers(ctx.db, ctx.actor.accountId);
  const receiver = await findReceiver(ctx, id);
  await repository.deleteReceiver(ctx.db, ctx.actor.accountId, id, ctx.now());
  await audit(ctx, 'alarm-receiver-removed', receiver.name);
  return {};
}

/** ALARM-007. What is as it was leaves no trace. */
export async function toggleReceiver(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof toggleEndpoint>,
): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, body.receiverId);
  if (receiver[body.type] === body.state) return {};
  await repository.updateReceiver(ctx.db, ctx.actor.accountId, receiver.id, { [body.type]: body.state }, ctx.now());
  const field = `${body.type}_alarm`;
  const told = changesFor({ [field]: receiver[body.type] }, { [field]: body.state });
  await audit(ctx, 'alarm-receiver-switched', receiver.name, told ?? {});
  return {};
}

/** ALARM-025, API-021. Of somebody who is no receiver yet nothing is chosen. */
export async function listReceiverUnits(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof unitsEndpoint>,
): Promise<CallData<typeof unitsEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const { memberId, receiverId } = body;
  if (receiverId) await findReceiver(ctx, receiverId);
  const ofMember = memberId ? (await readModel.receiversOf(ctx)).find(({ member_id }) => member_id === memberId)?.id : undefined;
  const units = await readModel.assignableUnitsOf(ctx, receiverId || (ofMember ?? 0));
  return {
    gps: units.map((unit) => ({
      ID: unit.id,
      Name: unit.name,
      Imei: unit.imei ?? '',
      registration_number: unit.registration_number,
      IsSelected: unit.is_selected,
      isLocked: unit.is_locked,
    })),
    ble: await assignableSensors(ctx, receiverId || (ofMember ?? 0)),
  };
}

/** ALARM-024, LOCK-013, API-022: of units that cannot be chosen, what stands stays. */
export async function assignUnits(ctx: MemberCtx, { body }: HandlerInput<typeof assignEndpoint>): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const { db, actor } = ctx;
  const receiver = await findReceiver(ctx, body.receiver_id);
  const idsOf = (device: string): number[] => [
    ...new Set(body.terminals.flatMap(({ device_type, terminal_id }) => (device_type === device ? [terminal_id] : []))),
  ];
  const wanted = idsOf('gps');
  const shown = await readModel.shownById(ctx, wanted);
  if (shown.length < wanted.length) throw new AppError('UnitNotFound');
  if (shown.some(({ locked_at }) => locked_at !== null)) throw new AppError('UnitLocked', { status: 403 });
  const choosable = await readModel.choosableUnitIds(ctx);
  const had = (await repository.unitIdsOf(db, actor.accountId, receiver.id)).filter((id) => choosable.has(id));
  const dropped = had.filter((id) => !wanted.includes(id));
  const added = wanted.filter((id) => !had.includes(id));
  const areSensorsOther = await assignSensors(ctx, receiver.id, idsOf('ble'));
  if (dropped.length === 0 && added.length === 0 && !areSensorsOther) return {};
  await repository.removeUnits(db, actor.accountId, receiver.id, dropped);
  await repository.addUnits(db, actor.accountId, receiver.id, added);
  const namesOf = (units: typeof shown, ids: readonly number[]): string[] =>
    units.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).toSorted(compareNames);
  // Which were taken away and which were given: those that stay are not told again.
  const [taken, given] = [namesOf(await readModel.shownById(ctx, dropped), dropped), namesOf(shown, added)];
  await audit(ctx, 'alarm-receiver-units', receiver.name, {
    count: body.terminals.length,
    ...changesFor({ units: taken }, { units: given }),
  });
  return {};
}

/** ALARM-029. */
export async function addToUnit(ctx: MemberCtx, { id, unitId }: { id: number; unitId: number }): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, id);
  const unit = await findOpenUnit(ctx, unitId);
  if ((await readModel.receiverIdsOfUnit(ctx, unit.id)).has(id)) return {};
  await repository.addUnits(ctx.db, ctx.actor.accountId, id, [unit.id]);
  await audit(ctx, 'alarm-receiver-unit-added', receiver.name, { units: unit.name });
  return {};
}

/** ALARM-029, DEC-39: the last unit goes with the receiver only. */
export async function removeFromUnit(
  ctx: MemberCtx,
  { id, unitId }: { id: number; unitId: number },
): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, id);
  const unit = await findOpenUnit(ctx, unitId);
  const choosable = await readModel.choosableUnitIds(ctx);
  const had = (await repository.unitIdsOf(ctx.db, ctx.actor.accountId, id)).filter((each) => choosable.has(each));
  if (!had.includes(unit.id)) return {};
  if (had.length === 1) throw new AppError('ReceiverSelectUnit', { status: 422 });
  await repository.removeUnits(ctx.db, ctx.actor.accountId, id, [unit.id]);
  await audit(ctx, 'alarm-receiver-unit-removed', receiver.name, { units: unit.name });
  return {};
}

/** ALARM-029: the same of a sensor; its last receiver may go, and those of its unit are told then. */
export async function addToSensor(
  ctx: MemberCtx,
  { id, deviceId }: { id: number; deviceId: number },
): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, id);
  const sensor = await findSensor(ctx, deviceId);
  await sensors.addSensors(ctx.db, ctx.actor.accountId, id, [sensor.id]);
  await audit(ctx, 'alarm-receiver-unit-added', receiver.name, { units: sensor.name });
  return {};
}

export async function removeFromSensor(
  ctx: MemberCtx,
  { id, deviceId }: { id: number; deviceId: number },
): Promise<Record<string, never>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, id);
  const sensor = await findSensor(ctx, deviceId);
  await sensors.removeSensors(ctx.db, ctx.actor.accountId, id, [sensor.id]);
  await audit(ctx, 'alarm-receiver-unit-removed', receiver.name, { units: sensor.name });
  return {};
}

/** ALARM-037: a test leaves as an alarm would; the delivery log tells the rest. Who is sent no alarm is sent no test. */
export async function testReceiver(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof testEndpoint>,
  linkTo: LinkTo,
): Promise<CallData<typeof testEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const { db, actor, now, ports } = ctx;
  const { channel } = body;
  // One after the other, so that the limit holds.
  await repository.lockReceivers(db, actor.accountId);
  const receiver = await findReceiver(ctx, params.id);
  if (channel === 'email' && receiver.email === '') throw new AppError('ReceiverNoEmail', { status: 422 });
  if (channel === 'sms' && receiver.phone === '') throw new AppError('ReceiverNoPhone', { status: 422 });
  const sent = await repository.testsSince(db, actor.accountId, receiver.id, new Date(now().getTime() - HOUR_MS));
  if (sent.own >= TESTS_PER_HOUR || sent.all >= TESTS_PER_HOUR_IN_ALL) throw new AppError('ReceiverTestsMany', { status: 429 });
  const isTold = receiverState(receiver) === 'active';
  if (channel === 'email' && isTold && !ports.mail.isAvailable) throw new AppError('MailUnavailable');
  const outcome: repository.TestOutcome = isTold ? await orderTest(ctx, receiver, channel, linkTo) : { state: 'dropped' };
  const recipient = { email: receiver.email, sms: `+${receiver.dial_code}${receiver.phone}`, push: receiver.member_name ?? '' };
  await repository.insertTest(db, actor.accountId, {
    receiverId: receiver.id,
    channel,
    recipient: recipient[channel],
    at: now(),
    ...outcome,
  });
  await audit(ctx, 'alarm-test-sent', receiver.name, recipient[channel] === '' ? {} : { recipient: recipient[channel] });
  const smsState = outcome.smsId ? await repository.smsState(db, outcome.smsId) : null;
  return { state: messageState(outcome.state, smsState) };
}

/** Hands a test over to the outbox of its channel, in the language of alerts. */
async function orderTest(
  { db, actor, now }: MemberCtx,
  receiver: readModel.ReceiverRow,
  channel: 'email' | 'sms' | 'push',
  linkTo: LinkTo,
): Promise<repository.TestOutcome> {
  const account = await repository.alertSettingsOf(db, actor.accountId);
  const language = account.alert_language as Language;
  const at = now();
  const order = { at, expiresAt: new Date(at.getTime() + DAY_MS) };
  const to = { accountId: actor.accountId, id: receiver.id, memberId: receiver.member_id, email: receiver.email };
  if (channel === 'email') {
    const params = { fullName: receiver.name, accountName: account.name, path: await newLink(db, to, at) };
    const mail = { template: 'alarm-test', params, to: receiver.email, language } as const;
    const mailId = await orderMail(db, { ...mail, subsiteId: account.subsite_id, accountId: actor.accountId, ...order });
    return { state: 'ordered', mailId };
  }
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const names = { account: account.name, brand: brandOf(account.subsite_id).name };
  const body = t('MailAlarmTestLead', names);
  if (channel === 'sms') {
    const { member_id: memberId, dial_code: dialCode, phone } = receiver;
    const stopPath = await newTextedLink(db, to, at);
    const stops = stopPath === null ? '' : ` ${stopsBy(linkTo(account.subsite_id, stopPath), language)}`;
    const text = `${names.brand}: ${body}${stops}`;
    return {
      state: 'ordered',
      smsId: await orderSms(db, { accountId: actor.accountId, memberId, dialCode, phone, text, ...order }),
    };
  }
  const title = t('MailAlarmTestSubject', names);
  const url = '/user/alarms';
  const pushIds =
    receiver.member_id === null ? [] : await orderPush(db, { memberId: receiver.member_id, title, body, url, ...order });
  return { state: pushIds.length > 0 ? 'ordered' : 'no-device', pushIds };
}

/** ALARM-037. */
export async function listMessages(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof messagesEndpoint>,
): Promise<CallData<typeof messagesEndpoint>> {
  requireMayManageReceivers(ctx.actor);
  const receiver = await findReceiver(ctx, params.id);
  const rows = await readModel.messagesOf(ctx, {
    receiverId: receiver.id,
    before: query.before,
    since: new Date(ctx.now().getTime() - DELIVERY_LOG_KEPT_DAYS * DAY_MS),
    limit: MESSAGES_PAGE + 1,
  });
  return {
    messages: rows.slice(0, MESSAGES_PAGE).map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      purpose: row.purpose as ReceiverMessage['purpose'],
      channel: row.channel as ReceiverMessage['channel'],
      recipient: row.recipient,
      state: messageState(row.state, row.outbox_state),
      reason: row.outbox_error,
      perhaps_twice: row.is_uncertain && (row.outbox_state === 'sent' || row.outbox_state === 'delivered'),
      kind: row.kind as ReceiverMessage['kind'],
      unit: row.unit_name,
    })),
    has_more: rows.length > MESSAGES_PAGE,
  };
}

async function findReceiver(ctx: MemberCtx, id: number): Promise<readModel.ReceiverRow> {
  const receiver = await readModel.receiverById(ctx, id);
  if (!receiver) throw new AppError('ReceiverNotFound');
  return receiver;
}

/** API-121: by the unit's id. Throws UnitNotFound for one that the actor may not see, and for one that is no longer in use. */
async function findUnit(ctx: MemberCtx, unitId: number) {
  const [unit] = await readModel.shownById(ctx, [unitId]);
  if (!unit) throw new AppError('UnitNotFound');
  return unit;
}

/** LOCK-013: throws UnitLocked for a locked one. */
async function findOpenUnit(ctx: MemberCtx, unitId: number) {
  const unit = await findUnit(ctx, unitId);
  if (unit.locked_at !== null) throw new AppError('UnitLocked', { status: 403 });
  return unit;
}
