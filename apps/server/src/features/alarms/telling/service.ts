import {
  type AlarmClass,
  alarmClassOf,
  alarmFacts,
  overridesHiding,
  QUIET_TIME_S,
  saidAtOnce,
} from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import { dayIn, localTimeIn, startOfDay } from '@spora/calendar/zones';
import { addDays } from '@spora/calendar/days';
import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Ctx, inTransaction, NOBODY } from '../../../platform/ctx.ts';
import type { Language } from '@spora/messages/languages';
import type { Db } from '../../../platform/database/db.generated.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import type { LinkTo } from '../../../platform/mail/links.ts';
import { type AlarmMail, orderMail } from '../../../platform/mail/order.ts';
import { orderPush } from '../../../platform/push/order.ts';
import { orderSms } from '../../../platform/sms/order.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { describePoint } from '../../addresses/api.ts';
import { hiddenAt } from '../../tracking/hiding/api.ts';
import { announceAlarms } from '../centre/live.ts';
import { forgetLinks, newLink, newTextedLink } from '../receivers/link-repository.ts';
import { placeNamesOf } from '../place-names.ts';
import { forgetAlarmLinks, newAlarmLink } from './link-repository.ts';
import * as repository from './repository.ts';
import { isDelayed, knownMsOf, type LastTold, quietMinutesLeft, tellingOf } from './rules.ts';
import { shortText, smsText } from './short-text.ts';

/** Orders the messages of alarms. */
export const tellAlarms = defineJob({
  name: 'alarms.tell',
  payload: z.object({ alarm_ids: z.array(z.number().int()) }),
  retry: { attempts: 25 },
});

/** Orders the messages that alarms are over. */
export const tellEnds = defineJob({
  name: 'alarms.tell-end',
  payload: z.object({ alarm_ids: z.array(z.number().int()) }),
  retry: { attempts: 25 },
});

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
type TellingCtx = SystemCtx & { readonly linkTo: LinkTo };

/** ALARM-033: a message that nobody could be sent within a day is of no use. */
const MESSAGE_LIFE_MS = 24 * HOUR_MS;
/** Of somebody else's private driving what happened is told on the day after, at an hour that tells nothing. */
const NEXT_MORNING_MS = 7 * HOUR_MS;
const AT_ONCE = 200;
/** Alarms told in one transaction: of many that come at once the first message must not wait until the last is ordered. */
const TOLD_AT_ONCE = 20;

/**
 * Writes what happened into the alarm centre, each occurrence once, and orders its messages in the same transaction. Safe to be told of
 * the same twice, and of many at once.
 */
export async function raise(db: Kysely<Db>, alarms: readonly repository.NewAlarm[], now: Date): Promise<void> {
  if (alarms.length === 0) return;
  const ordered = [...alarms].sort((a, b) => a.atMs - b.atMs);
  const mutes = await repository.mutesOf(
    db,
    ordered.flatMap(({ unitId }) => unitId ?? []),
    now,
  );
  const last = await repository.lastTold(db, ordered, now);
  const ofPrivateUse = await repository.privateAmong(db, ordered);
  const brands = await repository.brandsOf(db, ordered);
  const known = new Set<string>();
  for (const [accountId, own] of Map.groupBy(ordered, (alarm) => alarm.accountId))
    for (const key of await repository.knownKeys(
      db,
      accountId,
      own.map(({ key }) => key),
    ))
      known.add(`${accountId} ${key}`);
  const judged = ordered
    .filter(({ accountId, key }) => !known.has(`${accountId} ${key}`))
    .map((alarm): repository.JudgedAlarm => {
      const stream = repository.streamOf(alarm, ofPrivateUse.has(alarm.key));
      const mutedUntilMs = mutes.get(alarm.unitId ?? 0) ?? 0;
      const of = alarmClassOf(alarm.kind, brandOf(brands.get(alarm.accountId) ?? 0));
      const telling = tellingOf(
        { ...alarm, class: of, knownMs: knownMsOf(alarm.atMs, alarm.details) },
        { nowMs: now.getTime(), last: last.get(stream), mutedUntilMs },
      );
      if (telling === 'told') last.set(stream, { atMs: alarm.atMs, messageMs: now.getTime() } satisfies LastTold);
      return { ...alarm, class: of, telling };
    });
  const written = new Map((await repository.insertAlarms(db, judged, now)).map(({ key, id }) => [key, id]));
  const idsOf = (telling: string) =>
    judged.filter((alarm) => alarm.telling === telling).flatMap(({ key }) => written.get(key) ?? []);
  await repository.countRepeats(db, idsOf('repeat'));
  await noteShown(
    db,
    judged.filter(({ key }) => written.has(key)),
    now,
  );
  await announceAlarms(db, [...written.values()]);
  const told = idsOf('told');
  for (let i = 0; i < told.length; i += TOLD_AT_ONCE)
    await addJob(db, tellAlarms, { alarm_ids: told.slice(i, i + TOLD_AT_ONCE) });
}

/** DEC-49: that a security alarm shows administrators where a unit is that is hidden from them is put on record. */
async function noteShown(db: Kysely<Db>, alarms: readonly repository.JudgedAlarm[], now: Date): Promise<void> {
  const placed = alarms.filter((alarm) => overridesHiding(alarm.kind, alarm.class) && alarm.latE7 !== null);
  const hidden = await hiddenAt(
    db,
    placed.map(({ accountId, unitId, atMs, kind }) => ({ accountId, unitId, at: new Date(atMs), kind })),
  );
  const names = await repository.unitNames(
    db,
    [...hidden.values()].map(({ unitId }) => unitId),
  );
  for (const [{ kind }, { accountId, unitId }] of hidden)
    await writeAudit(db, {
      accountId,
      at: now,
      actor: { kind: 'system' },
      action: 'hiding-overridden',
      subject: names.get(unitId) ?? '',
      details: { kind },
    });
}

/** Orders a message for each receiver of the alarms and each way to reach them; what is ordered already stays as it is. */
export async function tell(outer: SystemCtx, linkTo: LinkTo, ids: readonly number[]): Promise<void> {
  const places = await placesOf(outer, await repository.alarmsToTell(outer.db, ids));
  await inTransaction(outer, async (ctx) => {
    await repository.notePlaces(ctx.db, places);
    await announceAlarms(ctx.db, [...places.keys()]);
    await ctx.ports.announce(ctx.db, [{ name: 'alarms-raised', ids }], ctx.now());
    const alarms = await placed(ctx.db, await repository.alarmsToTell(ctx.db, ids), places);
    const receivers = Map.groupBy(await repository.receiversOf(ctx.db, ids), (receiver) => receiver.alarm_id);
    for (const alarm of alarms) {
      const told = receivers.get(alarm.id) ?? [];
      for (const receiver of told) await order({ ...ctx, linkTo }, alarm, receiver, { purpose: 'alarm', repeats: 0 });
      await tellDriver(
        ctx,
        alarm,
        told.filter((receiver) => receiver.is_withheld && !isDayOnly(alarm, receiver)),
      );
    }
  });
}

/** SAFE-030: orders the message that it is over. Nobody is told when private use of somebody else was (TRIP-032). */
export async function tellEnd(outer: SystemCtx, linkTo: LinkTo, ids: readonly number[]): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    const receivers = await repository.receiversOf(ctx.db, ids);
    const shut = (await repository.receiversOf(ctx.db, ids, 'ended_at')).filter(({ is_withheld }) => is_withheld);
    for (const alarm of await repository.alarmsToTell(ctx.db, ids))
      for (const receiver of receivers)
        if (
          receiver.alarm_id === alarm.id &&
          !receiver.is_withheld &&
          !shut.some(({ alarm_id, id }) => alarm_id === alarm.id && id === receiver.id)
        )
          await order({ ...ctx, linkTo }, { ...alarm, place: '', hiding: null }, receiver, { purpose: 'over', repeats: 0 });
  });
}

/** So many addresses are waited for; of more, what is known here has to do. */
const ADDRESSES_WAITED_FOR = 5;

/** Where alarms were raised, in words: the account's own name of it, else an address. Asked for before the transaction: a provider may take its time. */
async function placesOf(ctx: SystemCtx, alarms: readonly repository.AlarmToTell[]): Promise<Map<number, string>> {
  const options = { mayAskProvider: alarms.length <= ADDRESSES_WAITED_FOR };
  const places = new Map<number, string>();
  for (const [accountId, own] of Map.groupBy(alarms, (alarm) => alarm.account_id)) {
    const points = own.flatMap(({ id, unit_id, lat_e7, lon_e7 }) =>
      lat_e7 === null || lon_e7 === null ? [] : [{ id, unitId: unit_id, latE7: lat_e7, lonE7: lon_e7 }],
    );
    for (const [id, name] of await placeNamesOf(ctx.db, accountId, points)) places.set(id, name);
  }
  for (const { id, lat_e7, lon_e7, language } of alarms) {
    if (lat_e7 === null || lon_e7 === null || places.has(id)) continue;
    const { label } = await describePoint(ctx, { lat: lat_e7 / 1e7, lon: lon_e7 / 1e7 }, language, options);
    if (label) places.set(id, label);
  }
  return places;
}

interface PlacedAlarm extends repository.AlarmToTell {
  readonly place: string;
  /** MAP-004: the unit was hidden from administrators, and this is no security alarm. */
  readonly hiding: { readonly driverMemberId: number | null } | null;
}

/** Alarms with where they were raised, and of whom that is kept. */
async function placed(
  db: Kysely<Db>,
  alarms: readonly repository.AlarmToTell[],
  places: ReadonlyMap<number, string>,
): Promise<PlacedAlarm[]> {
  const quiet = alarms.filter((alarm) => !overridesHiding(alarm.kind, alarm.class));
  const moments = quiet.map(({ id, account_id, unit_id, at }) => ({ id, accountId: account_id, unitId: unit_id, at }));
  const hidden = new Map([...(await hiddenAt(db, moments))].map(([{ id }, hiding]) => [id, hiding]));
  return alarms.map((alarm) => ({ ...alarm, place: places.get(alarm.id) ?? '', hiding: hidden.get(alarm.id) ?? null }));
}

interface Occasion {
  readonly purpose: 'alarm' | 'summary' | 'escalation' | 'over';
  readonly repeats: number;
  /** Of a summary the newest that it counts, which is what it tells of. */
  readonly last?: PlacedAlarm;
}

async function order(ctx: TellingCtx, alarm: PlacedAlarm, receiver: repository.Receiver, occasion: Occasion) {
  const { db, now } = ctx;
  const at = now();
  const dueAt = dueAtOf(alarm, receiver, at);
  const state = dueAt > at ? 'waiting' : 'ordered';
  for (const [channel, recipient] of waysTo(alarm, receiver)) {
    const message = {
      accountId: alarm.account_id,
      alarmId: alarm.id,
      receiverId: receiver.id,
      purpose: occasion.purpose,
    } as const;
    const id = await repository.insertMessage(db, { ...message, channel, recipient, at, dueAt, state });
    if (id !== null && state === 'ordered') await send(ctx, { id, channel }, alarm, receiver, occasion);
  }
}

/** ALARM-001: each way in which the receiver can be reached, with what it is reached by. Of a plan that is due administrators have a mail. */
const waysTo = ({ kind }: repository.AlarmToTell, receiver: repository.Receiver): [repository.Channel, string][] => [
  ...(receiver.email === '' || (kind === 'service-due' && receiver.is_admin)
    ? []
    : [['email', receiver.email] as [repository.Channel, string]]),
  ...(receiver.phone === '' ? [] : [['sms', `+${receiver.dial_code}${receiver.phone}`] as [repository.Channel, string]]),
  ...(receiver.push && receiver.member_id !== null ? [['push', receiver.name] as [repository.Channel, string]] : []),
];

/** MAP-032: whether the receiver is told no more than what happened, and on which day. */
const isDayOnly = (alarm: repository.AlarmToTell, receiver: repository.Receiver): boolean =>
  receiver.is_withheld && !alarmFacts(alarm.kind).overridesPrivate;

/** MAP-004: whether the receiver, an administrator or whoever one chose from outside, is not to learn where the unit was. */
const isPlaceHidden = ({ hiding }: PlacedAlarm, { member_id, is_admin }: repository.Receiver): boolean =>
  hiding !== null && (member_id === null || (is_admin && member_id !== hiding.driverMemberId));

/** Whether the receiver is told where the alarm was raised, in words and on a map. */
const isPlaceTold = (alarm: PlacedAlarm, receiver: repository.Receiver): boolean =>
  !isDayOnly(alarm, receiver) && !isPlaceHidden(alarm, receiver);

/** When a receiver may be told: after the day of private driving, and not in the hours that they want to be left alone. */
function dueAtOf(alarm: repository.AlarmToTell, receiver: repository.Receiver, now: Date): Date {
  let dueAt = now;
  if (isDayOnly(alarm, receiver)) {
    const next = addDays(dayIn(alarm.at, alarm.account_zone), 1);
    dueAt = new Date(Math.max(now.getTime(), startOfDay(next, alarm.account_zone).getTime() + NEXT_MORNING_MS));
  }
  if (alarm.class === 'function' && receiver.quiet_from !== null && receiver.quiet_to !== null) {
    const clock = localTimeIn(dueAt, alarm.time_zone).slice(11);
    const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
    dueAt = new Date(dueAt.getTime() + quietMinutesLeft(minute, receiver.quiet_from, receiver.quiet_to) * 60_000);
  }
  return dueAt;
}

async function send(
  ctx: TellingCtx,
  message: { readonly id: number; readonly channel: repository.Channel },
  alarm: PlacedAlarm,
  receiver: repository.Receiver,
  { purpose, repeats, last = alarm }: Occasion,
): Promise<void> {
  const { db, now, linkTo } = ctx;
  // On record once, by whichever way the receiver is told first.
  const isFirst = waysTo(alarm, receiver)[0]?.[0] === message.channel;
  if (isFirst && receiver.is_withheld && !isDayOnly(alarm, receiver)) await noteOverride(ctx, alarm, receiver);
  const words = wordsOf(last, receiver, repeats);
  const what =
    purpose === 'over'
      ? { ...words.what, at: (alarm.ended_at ?? alarm.at).toISOString(), isDelayed: false, isOver: true }
      : words.what;
  const at = now();
  const { account_id: accountId, subsite_id: subsiteId, language } = alarm;
  const to = { accountId, id: receiver.id, memberId: receiver.member_id, email: receiver.email };
  const stops = { path: message.channel === 'email' ? await newLink(db, to, at) : null };
  const mapPath = purpose === 'over' ? null : await mapPathOf(db, last, receiver, message.channel);
  const params = {
    ...words,
    ...stops,
    mapPath,
    what,
    place: purpose === 'over' ? '' : words.place,
    isEscalation: purpose === 'escalation',
  };
  const order = { at, expiresAt: new Date(at.getTime() + MESSAGE_LIFE_MS), dedupKey: `alarm-message:${message.id}` };
  const path = `/user/alarms?alarm=${last.id}`;
  if (message.channel === 'email') {
    const mail = { template: 'alarm', params, to: receiver.email, language, subsiteId, accountId } as const;
    await repository.noteOrdered(db, message.id, { mailId: await orderMail(db, { ...mail, ...order }) });
    return;
  }
  const short = shortText(params, language);
  if (message.channel === 'sms') {
    const stopPath = await newTextedLink(db, to, at);
    const stopLink = stopPath === null ? null : linkTo(subsiteId, stopPath);
    const lookAt = params.isMember ? path : mapPath;
    const link = lookAt === null ? null : linkTo(subsiteId, lookAt);
    const text = smsText(short, { subsiteId, language, link, stopLink });
    const number = { accountId, memberId: receiver.member_id, dialCode: receiver.dial_code, phone: receiver.phone };
    await repository.noteOrdered(db, message.id, { smsId: await orderSms(db, { ...number, text, ...order }) });
    return;
  }
  const urgency = saidAtOnce(brandOf(subsiteId)).includes(alarm.kind) ? 'high' : 'normal';
  const push = { ...short, memberId: receiver.member_id ?? NOBODY, url: path, tag: `alarm-${alarm.id}`, urgency } as const;
  await repository.noteOrdered(db, message.id, { pushIds: await orderPush(db, { ...push, ...order }) });
}

/** ALARM-039: where a receiver without a sign-in sees the place that a message to them tells; null where it tells none. */
async function mapPathOf(
  db: Kysely<Db>,
  alarm: PlacedAlarm,
  receiver: repository.Receiver,
  channel: repository.Channel,
): Promise<string | null> {
  if (channel === 'push' || receiver.member_id !== null || alarm.lat_e7 === null || !isPlaceTold(alarm, receiver)) return null;
  const { account_id: accountId, id: alarmId, at, place } = alarm;
  return newAlarmLink(db, { accountId, alarmId, receiverId: receiver.id, at, place });
}

export interface Told {
  readonly receiverId: number;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  readonly mail: AlarmMail;
  /** The text message. */
  readonly text: string;
  readonly language: Language;
  readonly subsiteId: number;
}

/** What each receiver is told of an alarm when it comes to light, by mail and text message; orders nothing. `at`: when they are told. */
export async function wordsToEach(db: Kysely<Db>, linkTo: LinkTo, id: number, at: Date): Promise<readonly Told[]> {
  const alarms = await repository.alarmsToTell(db, [id]);
  const places = new Map(alarms.map(({ id, details }) => [id, typeof details['place'] === 'string' ? details['place'] : '']));
  const [alarm] = await placed(
    db,
    alarms.map((each) => ({ ...each, ended_at: null })),
    places,
  );
  if (!alarm) return [];
  const told: Told[] = [];
  for (const receiver of await repository.receiversOf(db, [id])) {
    const { account_id: accountId, subsite_id: subsiteId, language } = alarm;
    const path = await newLink(db, { accountId, id: receiver.id, memberId: receiver.member_id }, at);
    const words = { ...wordsOf(alarm, receiver, 0), isEscalation: false, path };
    for (const [channel, recipient] of waysTo(alarm, receiver)) {
      if (channel === 'push') continue;
      const mail = { ...words, mapPath: await mapPathOf(db, alarm, receiver, channel) };
      const lookAt = mail.isMember ? `/user/alarms?alarm=${id}` : mail.mapPath;
      const link = lookAt === null ? null : linkTo(subsiteId, lookAt);
      const text = smsText(shortText(mail, language), { subsiteId, language, link, stopLink: null });
      told.push({ receiverId: receiver.id, channel, recipient, mail, text, language, subsiteId });
    }
  }
  return told;
}

/** What the receiver is told of the alarm. */
function wordsOf(alarm: PlacedAlarm, receiver: repository.Receiver, repeats: number): Omit<AlarmMail, 'isEscalation'> {
  const dayOnly = isDayOnly(alarm, receiver);
  return {
    receiverName: receiver.name,
    unitName: alarm.unit_name ?? alarm.account_name,
    registrationNumber: alarm.registration_number ?? '',
    place: isPlaceTold(alarm, receiver) ? alarm.place : '',
    what: {
      kind: alarm.kind,
      subject: dayOnly ? '' : alarm.subject,
      at: (dayOnly ? startOfDay(dayIn(alarm.at, alarm.account_zone), alarm.account_zone) : alarm.at).toISOString(),
      timeZone: dayOnly ? alarm.account_zone : alarm.time_zone,
      isDayOnly: dayOnly,
      isDelayed: !dayOnly && isDelayed(alarm.at, alarm.details, alarm.noticed_at),
      value: dayOnly ? null : numberOf(alarm.details['value']),
      limit: dayOnly ? null : numberOf(alarm.details['limit']),
      isBoat: alarm.is_boat,
      isPositionUnknown: !dayOnly && alarm.details['position'] === 'unknown',
      hasEnded: !dayOnly && alarm.ended_at !== null,
    },
    repeats,
    alarmId: alarm.id,
    isMember: receiver.member_id !== null,
    accountName: alarm.account_name,
    path: null,
    mapPath: null,
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** MAP-032: whoever is told a place of somebody else's private driving is put on record. */
const noteOverride = ({ db, now }: SystemCtx, alarm: repository.AlarmToTell, receiver: repository.Receiver): Promise<void> =>
  writeAudit(db, {
    accountId: alarm.account_id,
    at: now(),
    actor: { kind: 'system' },
    action: 'private-use-overridden',
    subject: alarm.unit_name ?? '',
    details: { kind: alarm.kind, recipient: receiver.name },
  });

/** MAP-032: the driver in whose private use others were told all of an alarm learns that, and who they are, once. */
async function tellDriver(
  { db, now }: SystemCtx,
  alarm: repository.AlarmToTell,
  receivers: readonly repository.Receiver[],
): Promise<void> {
  if (receivers.length === 0 || alarm.unit_id === null) return;
  const driver = await repository.privateDriverAt(db, alarm.unit_id, alarm.at);
  if (!driver) return;
  const { what, unitName } = wordsOf({ ...alarm, place: '', hiding: null }, { ...receivers[0]!, is_withheld: false }, 0);
  await orderMail(db, {
    template: 'private-overridden',
    params: { fullName: driver.full_name, unitName, what, receivers: receivers.map(({ name }) => name).join(', ') },
    to: driver.email,
    language: driver.language,
    subsiteId: alarm.subsite_id,
    accountId: alarm.account_id,
    at: now(),
    dedupKey: `private-overridden:${alarm.id}`,
  });
}

/** What is due of an account's alarms: who is told of which, of what units nobody is told now, and how an alarm is told. */
interface Due {
  readonly alarms: ReadonlyMap<number, PlacedAlarm>;
  readonly receivers: readonly repository.Receiver[];
  readonly mutes: ReadonlyMap<number, number>;
}

const isMuted = ({ mutes }: Due, { unit_id }: PlacedAlarm): boolean => unit_id !== null && mutes.has(unit_id);

/** The newest that a summary counts, where this receiver may know of it: where it was in somebody's private use is told when it happens, and not once more. */
function newestFor({ alarms, receivers }: Due, lastId: number | null, { id }: repository.Receiver): Pick<Occasion, 'last'> {
  const last = lastId === null ? undefined : alarms.get(lastId);
  const mayKnow = receivers.some((each) => each.alarm_id === lastId && each.id === id && !each.is_withheld);
  return last && mayKnow ? { last } : {};
}

/** What has waited for its time: messages, and summaries of what came in a quiet time. Answers whether there may be more. */
export async function tellDue(outer: SystemCtx, linkTo: LinkTo): Promise<boolean> {
  const ahead = await repository.dueAlarms(outer.db, outer.now(), messageBefore(outer.now()), AT_ONCE);
  ahead.push(...(await repository.dueEscalations(outer.db, outer.now(), AT_ONCE)).map(({ alarm_id }) => alarm_id));
  if (ahead.length === 0) return false;
  const places = await placesOf(outer, await repository.alarmsToTell(outer.db, ahead));
  return inTransaction(outer, async (inner) => {
    const ctx = { ...inner, linkTo };
    const { db, now } = ctx;
    const messages = await repository.dueMessages(db, now(), AT_ONCE);
    const summaries = await repository.takeSummaries(db, now(), messageBefore(now()), AT_ONCE);
    const escalations = await repository.dueEscalations(db, now(), AT_ONCE);
    const alone = escalations.map(({ alarm_id: id }) => ({ alarm_id: id, last_id: null }));
    const taken = [...messages, ...alone, ...summaries.map(({ id, last_id }) => ({ alarm_id: id, last_id }))];
    const ids = [...new Set(taken.flatMap(({ alarm_id: id, last_id: last }) => [id, last ?? id]))];
    const alarms = new Map((await placed(db, await repository.alarmsToTell(db, ids), places)).map((alarm) => [alarm.id, alarm]));
    const unitIds = [...alarms.values()].flatMap(({ unit_id: id }) => id ?? []);
    const mutes = await repository.mutesOf(db, unitIds, now());
    const due = { alarms, receivers: await repository.receiversOf(db, ids), mutes };
    await tellWaiting(ctx, messages, due);
    await tellSummaries(ctx, summaries, due);
    for (const receiver of escalations) {
      const alarm = alarms.get(receiver.alarm_id);
      if (alarm) await order(ctx, alarm, receiver, { purpose: 'escalation', repeats: 0 });
    }
    return [messages, summaries, escalations].some((list) => list.length === AT_ONCE);
  });
}

async function tellWaiting(
  ctx: TellingCtx,
  messages: Awaited<ReturnType<typeof repository.dueMessages>>,
  due: Due,
): Promise<void> {
  const escalated = messages.filter(({ purpose }) => purpose === 'escalation').map(({ id }) => id);
  const next = await repository.waitingNext(ctx.db, escalated);
  for (const { id, channel, purpose, alarm_id, receiver_id, repeats, last_id: lastId } of messages) {
    const alarm = due.alarms.get(alarm_id);
    const among = purpose === 'escalation' ? next : due.receivers;
    const receiver = among.find((each) => each.alarm_id === alarm_id && each.id === receiver_id);
    const isSeenTo = purpose === 'summary' && due.alarms.get(lastId ?? alarm_id)?.is_handled === true;
    if (alarm && receiver && !isMuted(due, alarm) && !isSeenTo)
      await send(ctx, { id, channel }, alarm, receiver, { purpose, repeats, ...newestFor(due, lastId, receiver) });
    // Removed, muted, or no longer to be told, while it waited.
    else await repository.dropMessage(ctx.db, id);
  }
}

async function tellSummaries(
  ctx: TellingCtx,
  summaries: Awaited<ReturnType<typeof repository.takeSummaries>>,
  due: Due,
): Promise<void> {
  for (const { id, repeats, last_id: lastId } of summaries) {
    const alarm = due.alarms.get(id);
    // Nobody is called to what has been seen to.
    if (!alarm || isMuted(due, alarm) || due.alarms.get(lastId ?? id)?.is_handled) continue;
    // How often something happened in private use is its driver's, and a summary comes a quiet time later: it would tell the hour.
    for (const receiver of due.receivers.filter((each) => each.alarm_id === id && !isDayOnly(alarm, each)))
      await order(ctx, alarm, receiver, { purpose: 'summary', repeats, ...newestFor(due, lastId, receiver) });
  }
}

const messageBefore = (now: Date): Record<AlarmClass, Date> => ({
  security: new Date(now.getTime() - QUIET_TIME_S.security * 1000),
  function: new Date(now.getTime() - QUIET_TIME_S.function * 1000),
});

/** CONST-060: the delivery log. */
const MESSAGES_KEPT_MS = 90 * DAY_MS;

/** What is kept no longer: messages after 90 days, where units were after the account's own span, alarms after a year. */
export async function forgetOld({ db, now }: SystemCtx): Promise<void> {
  await repository.dropMessages(db, new Date(now().getTime() - MESSAGES_KEPT_MS));
  await repository.forgetPlaces(db, now());
  await repository.forgetErased(db);
  await forgetLinks(db, now());
  await forgetAlarmLinks(db, now());
  await repository.dropAlarms(db, now());
}
