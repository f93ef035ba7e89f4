import { REPORT_PAGES } from '@spora/contract/reports/tables';
import type { Brand } from '@spora/contract/brands';
import { createFormat } from '@spora/messages/format';
import { alarmAmount, alarmClassOf, isArmedPlace, planKindOf, urgencyOf } from '@spora/contract/alarms/kinds';
import { amountsLeft } from '@spora/contract/maintenance/amounts';
import { RECEIVER_PAGE } from '@spora/contract/alarms/receiver-link';
import { pathOf } from '@spora/contract/paths';
import type { Language } from '@spora/messages/languages';
import type { MailTexts } from '@spora/messages/mail';
import type { TranslateFrom } from '@spora/messages/translate';
import {
  type AlarmMail,
  type AlarmWords,
  type EmailConsent,
  type LogByMail,
  type MailTemplate,
  type MailTemplates,
  type ServiceDueItem,
} from './order.ts';

/** A piece of a mail, in plain words; how it looks is the renderer's matter. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Large, to be read off and typed. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly text: string; readonly url: string }
  /** Less than a button: for what few want. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

export interface MailText {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** What a mail program calls to stop such mails (RFC 8058); a path. */
  readonly oneClick?: string;
}

type Translate = TranslateFrom<MailTexts>;

export interface MailTools {
  readonly t: Translate;
  readonly language: Language;
  readonly brand: Brand;
  readonly linkTo: (path: string) => string;
}

type Write<T extends MailTemplate> = (params: MailTemplates[T], tools: MailTools) => MailText;

const text = (words: string): MailBlock => ({ kind: 'text', text: words });
const hello = (t: Translate, name: string): MailBlock =>
  text(name.trim() ? t('MailHelloName', { name: name.trim() }) : t('MailHello'));
/** What a notice of a change ends with: the one who reads it may not be the one who did it. */
const notYou = ({ t, brand }: MailTools): MailBlock =>
  text(t('MailNotYou', { email: brand.supportMail, phone: brand.supportPhone }));

/** How a receiver of alarms stops them: who signs in on a page that asks for the password, anybody else by the link of this mail. */
function howToStop(
  { isMember, accountName, path }: Pick<AlarmMail, 'isMember' | 'accountName' | 'path'>,
  { t, brand, linkTo }: MailTools,
): Pick<MailText, 'blocks' | 'oneClick'> {
  if (isMember) return { blocks: [text(t('MailAlarmOptOut', { brand: brand.name, link: linkTo(RECEIVER_PAGE) }))] };
  const why = text(t('MailAlarmWhy', { account: accountName, brand: brand.name }));
  if (!path) return { blocks: [why] };
  const token = path.slice(path.indexOf('#') + 1);
  return {
    blocks: [why, { kind: 'link', text: t('MailAlarmStop'), url: linkTo(path) }],
    oneClick: pathOf('alarms.stop-by-mail-program', { token }),
  };
}

/** Who wants another address to be signed in with. */
function consentLead({ byName, newEmail, isBySupport }: EmailConsent, { t, brand }: MailTools): string {
  const about = { brand: brand.name, email: newEmail };
  if (isBySupport) return t('MailConsentSupport', { ...about, by: byName });
  return byName === '' ? t('MailConsentOwn', about) : t('MailConsentBy', { ...about, by: byName });
}

/** What happened, as the rest of a sentence that begins with the unit; the same in every channel. */
export function alarmWords(
  t: Translate,
  {
    kind,
    subject,
    value,
    isPositionUnknown,
    isOver,
  }: Pick<AlarmWords, 'kind' | 'subject' | 'isPositionUnknown' | 'isOver'> & Partial<Pick<AlarmWords, 'value'>>,
): string {
  if (kind === 'sms-credits' && typeof value === 'number') return t('MailAlarmCredits', { count: value });
  if (isOver && kind === 'safe-home-missed') return t('MailAlarmHome');
  if (isPositionUnknown && kind === 'safe-home-missed') return t('MailAlarmHomeUnknown');
  if (kind === 'service-due' && subject !== '') {
    const plan = planKindOf(subject);
    return plan ? t(`MailAlarmDue_${plan}`) : t('MailAlarmDue', { plan: subject });
  }
  if (isArmedPlace(kind, subject)) return t(`MailAlarmArmed_${kind}`);
  return t(`MailAlarm_${kind}`, { subject });
}

/** What alarms say that go on where the name of the unit ends: "Havsörnen has left the zone". Of others the name stands before a colon. */
const SAYS_OF_UNIT: ReadonlySet<AlarmWords['kind']> = new Set<AlarmWords['kind']>([
  'zone-left',
  'zone-entered',
  'theft-mode',
  'towing',
  'safe-home-missed',
  'over-speed',
  'over-use',
]);

/** Whose alarm it is and what happened, as one says it. */
export const alarmSentence = (t: Translate, unit: string, what: Parameters<typeof alarmWords>[1]): string =>
  t(SAYS_OF_UNIT.has(what.kind) ? 'MailAlarmSays' : 'MailAlarmLead', { unit, what: alarmWords(t, what) });

function alarmMeasured({ kind, value, limit, isBoat = false }: AlarmWords, { t, language }: MailTools): MailBlock[] {
  if (value === null || limit === null) return [];
  const measures = { isBoat, format: createFormat(language, 'UTC') };
  const [written, bound] = [alarmAmount(kind, value, measures), alarmAmount(kind, limit, measures)];
  return written === null || bound === null ? [] : [text(t('MailAlarmMeasured', { value: written, limit: bound }))];
}

/** When it was, where, how much. */
function alarmFactsOf({ what, place }: AlarmMail, tools: MailTools): MailBlock[] {
  const { t, language } = tools;
  const format = createFormat(language, what.timeZone);
  const when = what.isDayOnly
    ? format.longDay(format.day(what.at))
    : t('MailAlarmWhen', { time: format.dateTime(what.at), zone: what.timeZone });
  return [
    text(when),
    ...(what.isDayOnly ? [text(t('MailAlarmDayOnly'))] : []),
    ...(what.isDelayed ? [text(t('MailAlarmDelayed'))] : []),
    ...(place === '' ? [] : [text(t('MailAlarmPlace', { place }))]),
    ...alarmMeasured(what, tools),
  ];
}

const serviceSubject = ({ t, brand }: MailTools, units: readonly string[]): string =>
  units.length === 1
    ? t('MailServiceSubjectOne', { unit: units[0] ?? '', brand: brand.name })
    : t('MailServiceSubjectMany', { count: units.length, brand: brand.name });

function serviceLine({ t, language }: MailTools, item: ServiceDueItem): string {
  const left = { km: item.remainingKm, hours: item.remainingHours, isBoat: item.isBoat ?? false };
  const amounts = amountsLeft(left, createFormat(language, 'UTC'));
  // What a meter has passed falls due on no day to come.
  const day = amounts.some(({ isPast }) => isPast) ? null : item.forecastOn;
  const when = [
    ...amounts.map(({ isPast, amount }) => `${t(isPast ? 'ServicePast' : 'ServiceRemaining', { amount })}.`),
    ...(day === null ? [] : [t(item.state === 'overdue' ? 'MailServiceWasDue' : 'MailServiceDate', { day })]),
  ];
  return t(item.state === 'overdue' ? 'MailServiceOverdue' : 'MailServiceDueSoon', {
    unit: item.unitName,
    plan: item.planName || t(`ServiceKind-${item.kind}`),
    when: when.join(' '),
  }).trim();
}

/** The text of the log by mail: with its file, without trips, or with where to find what was too large. */
function logLead(
  { ownerName, scheduleName, trips, from, to, isEmpty, isAttached, report }: LogByMail,
  { t, brand }: MailTools,
): string {
  const about = { name: scheduleName, owner: ownerName, from, to, brand: brand.name };
  if (report !== 'log') return t(isEmpty ? 'MailReportEmpty' : isAttached ? 'MailReportSent' : 'MailReportTooLarge', about);
  if (isEmpty) return t('MailLogEmpty', about);
  return isAttached ? t('MailLogSent', { ...about, trips }) : t('MailLogTooLarge', about);
}

const LOG_SUBJECTS = {
  log: { sent: 'MailLogSubject', test: 'MailLogTestSubject' },
  report: { sent: 'MailReportSubject', test: 'MailReportTestSubject' },
} as const;

/** No secret stands in a subject: it is shown on locked screens and kept in the logs of mail servers. */
const WRITE: { readonly [T in MailTemplate]: Write<T> } = {
  'sign-in-code': ({ code, minutes }, { t, brand }) => ({
    subject: t('MailCodeSubject', { brand: brand.name }),
    blocks: [text(t('MailCodeLead')), { kind: 'code', code }, text(t('MailCodeValid', { minutes })), text(t('MailCodeNotYou'))],
  }),
  'reset-link': ({ path, minutes }, { t, brand, linkTo }) => ({
    subject: t('MailResetSubject', { brand: brand.name }),
    blocks: [
      text(t('MailResetLead', { brand: brand.name })),
      { kind: 'button', text: t('MailResetButton'), url: linkTo(path) },
      text(t('MailResetValid', { minutes })),
      text(t('MailResetNotYou')),
    ],
  }),
  'password-changed': ({ fullName }, tools) => ({
    subject: tools.t('MailPasswordSubject', { brand: tools.brand.name }),
    blocks: [hello(tools.t, fullName), text(tools.t('MailPasswordLead', { brand: tools.brand.name })), notYou(tools)],
  }),
  'email-changed': ({ fullName, newEmail, isClosed }, tools) => ({
    subject: tools.t('MailEmailSubject', { brand: tools.brand.name }),
    blocks: [
      hello(tools.t, fullName),
      text(tools.t('MailEmailLead', { brand: tools.brand.name, email: newEmail })),
      ...(isClosed ? [text(tools.t('MailEmailClosed'))] : []),
      notYou(tools),
    ],
  }),
  'email-proof': ({ fullName, accountName, newEmail, path }, { t, brand, linkTo }) => ({
    subject: t('MailProofSubject', { brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailProofLead', { brand: brand.name, account: accountName, email: newEmail })),
      { kind: 'button', text: t('MailProofButton'), url: linkTo(path) },
      text(t('MailInvitationValid')),
      text(t('MailProofNotYou')),
    ],
  }),
  'email-consent': (params, tools) => ({
    subject: tools.t('MailConsentSubject', { brand: tools.brand.name }),
    blocks: [
      hello(tools.t, params.fullName),
      text(consentLead(params, tools)),
      ...(params.reason ? [text(tools.t('MailConsentReason', { reason: params.reason }))] : []),
      ...(params.isAgreed || params.isBySupport ? [] : [text(tools.t('MailConsentAgree'))]),
      { kind: 'button', text: tools.t('MailConsentButton'), url: tools.linkTo(params.path) },
      notYou(tools),
    ],
  }),
  'email-change-ended': ({ fullName, newEmail, keptEmail }, { t, brand }) => ({
    subject: t('MailEmailEndedSubject', { brand: brand.name }),
    blocks: [hello(t, fullName), text(t('MailEmailEndedLead', { email: newEmail, kept: keptEmail }))],
  }),
  'sessions-ended': ({ fullName, byName }, tools) => ({
    subject: tools.t('MailSessionsSubject', { brand: tools.brand.name }),
    blocks: [hello(tools.t, fullName), text(tools.t('MailSessionsLead', { by: byName, brand: tools.brand.name })), notYou(tools)],
  }),
  'two-factor-changed': ({ fullName, enabled }, tools) => ({
    subject: tools.t(enabled ? 'MailTwoFactorOnSubject' : 'MailTwoFactorOffSubject', { brand: tools.brand.name }),
    blocks: [
      hello(tools.t, fullName),
      text(tools.t(enabled ? 'MailTwoFactorOnLead' : 'MailTwoFactorOffLead', { brand: tools.brand.name })),
      notYou(tools),
    ],
  }),
  'factor-changed': ({ fullName, change: { kind, name } }, tools) => ({
    subject: tools.t('MailFactorSubject', { brand: tools.brand.name }),
    blocks: [hello(tools.t, fullName), text(tools.t(`MailFactor-${kind}`, { brand: tools.brand.name, name })), notYou(tools)],
  }),
  'recovery-code-used': ({ fullName, left }, tools) => ({
    subject: tools.t('MailRecoverySubject', { brand: tools.brand.name }),
    blocks: [hello(tools.t, fullName), text(tools.t('MailRecoveryLead', { count: left })), notYou(tools)],
  }),
  'factor-reset': ({ fullName, byName, reason, hasMail, isHeld }, tools) => ({
    subject: tools.t('MailFactorResetSubject', { brand: tools.brand.name }),
    blocks: [
      hello(tools.t, fullName),
      text(tools.t('MailFactorResetLead', { name: byName, brand: tools.brand.name, reason })),
      ...(hasMail ? [text(tools.t('MailFactorResetMail'))] : []),
      ...(isHeld ? [text(tools.t('MailFactorResetHeld'))] : []),
      notYou(tools),
    ],
  }),
  'factor-reset-told': ({ fullName, memberName, byName, reason }, { t, brand }) => ({
    subject: t('MailFactorResetToldSubject', { member: memberName, brand: brand.name }),
    blocks: [hello(t, fullName), text(t('MailFactorResetToldLead', { name: byName, member: memberName, reason }))],
  }),
  invitation: ({ fullName, inviterName, accountName, path }, { t, brand, linkTo }) => ({
    subject: t('MailInvitationSubject', { inviter: inviterName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailInvitationLead', { inviter: inviterName, account: accountName, brand: brand.name })),
      { kind: 'button', text: t('MailInvitationButton'), url: linkTo(path) },
      text(t('MailInvitationValid')),
    ],
  }),
  'unit-unlocked': ({ fullName, unitName, byName }, { t, brand }) => ({
    subject: t('MailUnlockedSubject', { unit: unitName, brand: brand.name }),
    blocks: [hello(t, fullName), text(t('MailUnlockedLead', { name: byName, unit: unitName }))],
  }),
  'support-case': ({ caseNumber, fullName, email, accountName, message, page }, { t, brand }) => ({
    subject: t('MailCaseSubject', { number: caseNumber, brand: brand.name }),
    blocks: [
      text(caseNumber),
      text(t('MailCaseLead', { name: fullName, email, account: accountName, page: page || '-' })),
      text(message),
    ],
  }),
  'notice-reminder': ({ fullName, accountName }, { t, brand, linkTo }) => ({
    subject: t('MailNoticeSubject', { account: accountName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailNoticeLead', { account: accountName, brand: brand.name })),
      { kind: 'button', text: t('MailNoticeButton'), url: linkTo('/user/profile') },
    ],
  }),
  'removal-asked': ({ fullName, byName, accountName, day }, { t, brand, linkTo }) => ({
    subject: t('MailRemovalSubject', { account: accountName, brand: brand.name, day }),
    blocks: [
      hello(t, fullName),
      text(t('MailRemovalLead', { name: byName, account: accountName, brand: brand.name, day })),
      text(t('MailRemovalLaw')),
      text(t('MailRemovalUndo')),
      { kind: 'button', text: t('MailRemovalButton'), url: linkTo('/administration/user-accounts?tab=data') },
    ],
  }),
  'removal-undone': ({ fullName, byName, accountName }, { t, brand }) => ({
    subject: t('MailKeptSubject', { account: accountName, brand: brand.name }),
    blocks: [hello(t, fullName), text(t('MailKeptLead', { name: byName, account: accountName, brand: brand.name }))],
  }),
  'account-erased': ({ fullName, accountName }, { t, brand }) => ({
    subject: t('MailErasedSubject', { account: accountName, brand: brand.name }),
    blocks: [hello(t, fullName), text(t('MailErasedLead', { account: accountName, brand: brand.name }))],
  }),
  'still-checked-in': ({ fullName, unitName, day }, { t, brand, linkTo }) => ({
    subject: t('MailCheckInSubject', { unit: unitName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailCheckInLead', { unit: unitName, day })),
      { kind: 'button', text: t('MailCheckInButton'), url: linkTo('/user/drivers') },
    ],
  }),
  'autoplan-reminder': ({ fullName, accountName, month, units }, { t, brand, linkTo }) => ({
    subject: t('MailAutoplanSubject', { month, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailAutoplanLead', { count: units, account: accountName, month })),
      { kind: 'button', text: t('MailAutoplanOpen'), url: linkTo('/administration/user-accounts?tab=autoplan') },
    ],
  }),
  booking({ fullName, unitName, booking, otherName, reason }, { t, brand, language, linkTo }) {
    const { news, from, to, timeZone, more = [], stays = [], purpose = '', was } = booking;
    const format = createFormat(language, timeZone);
    const when = (at: string): string => `${format.weekday(format.day(at))} ${format.dateTime(at)}`;
    const span = (start: string, end: string) => ({
      from: when(start),
      to: format.day(start) === format.day(end) ? format.time(end) : when(end),
    });
    const days = (starts: readonly string[]): string =>
      starts
        .map((at) => format.day(at))
        .map((day) => `${format.weekday(day)} ${day}`)
        .join(', ');
    const facts = { unit: unitName, name: otherName, ...span(from, to), ...(news === 'ends' && { to: when(to) }) };
    const isMoved = was !== undefined && (was.from !== from || was.to !== to || was.unitName !== unitName);
    const isOtherPurpose = was !== undefined && was.purpose !== purpose && was.purpose !== '';
    // Of what is over by deletion there is no page.
    const isGone = news === 'deleted' || news === 'lost';
    const words = isGone ? t('MailBookingAll') : t(news === 'requested' ? 'MailBookingAnswer' : 'MailBookingOpen');
    return {
      subject: t(`MailBookingSubject_${news}`, { ...facts, brand: brand.name }),
      blocks: [
        hello(t, fullName),
        text(t(`MailBookingLead_${news}`, facts)),
        ...(isMoved ? [text(t('MailBookingWas', { unit: was.unitName, ...span(was.from, was.to) }))] : []),
        ...(purpose === ''
          ? []
          : [
              text(
                isOtherPurpose ? t('MailBookingPurposeWas', { purpose, was: was.purpose }) : t('MailBookingPurpose', { purpose }),
              ),
            ]),
        ...(more.length === 0 ? [] : [text(t('MailBookingMore', { days: days(more) }))]),
        ...(stays.length === 0 ? [] : [text(t('MailBookingStays', { days: days(stays) }))]),
        ...(reason === '' ? [] : [text(t('MailBookingReason', { reason }))]),
        { kind: 'button', text: words, url: linkTo(`/user/car-schedule${isGone ? '' : `?booking=${booking.id}`}`) },
      ],
    };
  },
  alarm(alarm, tools) {
    const { t, linkTo, brand } = tools;
    const name = [alarm.unitName, alarm.registrationNumber].filter((part) => part !== '').join(', ');
    const news = alarmSentence(t, name, alarm.what);
    const isSummary = alarm.repeats > 0;
    const subject = isSummary
      ? t('MailAlarmSummarySubject', { news, count: alarm.repeats, brand: brand.name })
      : t('MailAlarmSubject', { news, brand: brand.name });
    const { kind, isOver = false, hasEnded = false } = alarm.what;
    const isUrgent = urgencyOf(kind, { isOver: hasEnded }) === 'urgent' && !isOver;
    const { blocks: ends, ...more } = howToStop(alarm, tools);
    const open = isUrgent && alarmClassOf(kind, brand) === 'security' ? 'MailAlarmOpenNow' : 'MailAlarmOpen';
    return {
      subject: isUrgent ? t('MailAlarmUrgent', { subject }) : subject,
      blocks: [
        hello(t, alarm.receiverName),
        text(news),
        ...(isSummary ? [text(t('MailAlarmSummary', { count: alarm.repeats }))] : []),
        // Whoever is woken by it presses first and reads afterwards.
        ...(alarm.isMember
          ? [{ kind: 'button', text: t(open), url: linkTo(`/user/alarms?alarm=${alarm.alarmId}`) } as const]
          : []),
        ...(alarm.mapPath ? [{ kind: 'button', text: t('MailAlarmMap'), url: linkTo(alarm.mapPath) } as const] : []),
        ...(alarm.isEscalation ? [text(t('MailAlarmEscalated'))] : []),
        ...alarmFactsOf(alarm, tools),
        ...(alarm.mapPath ? [text(t('MailAlarmMapThen'))] : []),
        ...(alarm.isMember ? [] : [text(t('MailAlarmNoUser'))]),
        ...ends,
      ],
      ...more,
    };
  },
  'service-due': ({ fullName, items }, tools) => ({
    subject: serviceSubject(tools, [...new Set(items.map(({ unitName }) => unitName))]),
    blocks: [
      hello(tools.t, fullName),
      text(tools.t('MailServiceLead')),
      ...items.map((item) => text(serviceLine(tools, item))),
      { kind: 'button', text: tools.t('MailServiceButton'), url: tools.linkTo('/user/service') },
    ],
  }),
  'support-answer': ({ caseNumber, fullName, message, answer }, { t, brand }) => ({
    subject: t('MailAnswerSubject', { number: caseNumber, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(answer),
      text(t('MailAnswerTo', { number: caseNumber })),
      text(message),
      text(t('MailAnswerMore', { email: brand.supportMail, phone: brand.supportPhone })),
    ],
  }),
  'attest-reminder': ({ fullName, accountName, from, to }, { t, brand, linkTo }) => ({
    subject: t('MailAttestSubject', { from, to, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailAttestLead', { account: accountName, from, to })),
      { kind: 'button', text: t('MailAttestButton'), url: linkTo(`/user/attest?from=${from}&to=${to}`) },
    ],
  }),
  'log-reopened': ({ fullName, byName, unitName, from, to, reason }, { t, brand, linkTo }) => ({
    subject: t('MailReopenedSubject', { unit: unitName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailReopenedLead', { name: byName, unit: unitName, from, to })),
      text(t('MailReopenedReason', { reason })),
      { kind: 'button', text: t('MailAttestButton'), url: linkTo(`/user/attest?from=${from}&to=${to}`) },
    ],
  }),
  'private-overridden': ({ fullName, unitName, what, receivers }, { t, brand, language }) => {
    const named = alarmWords(t, what);
    const time = createFormat(language, what.timeZone).dateTime(what.at);
    return {
      subject: t('MailOverrideSubject', { unit: unitName, what: named, brand: brand.name }),
      blocks: [
        hello(t, fullName),
        text(t('MailOverrideLead', { unit: unitName, what: named, time, receivers })),
        text(t('MailOverrideWhy')),
      ],
    };
  },
  'usual-driver-changed': ({ fullName, byName, unitName, newName }, { t, brand }) => ({
    subject: t('MailUsualDriverSubject', { unit: unitName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(
        newName === ''
          ? t('MailUsualDriverRemoved', { name: byName, unit: unitName })
          : t('MailUsualDriverChanged', { name: byName, unit: unitName, driver: newName }),
      ),
      text(t('MailUsualDriverHint')),
    ],
  }),
  'checked-in-instead': ({ fullName, byName, unitName, driverName }, { t, brand }) => ({
    subject: t('MailCheckedInSubject', { driver: driverName, unit: unitName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(
        byName === driverName
          ? t('MailCheckedIn', { unit: unitName, driver: driverName })
          : t('MailCheckedInBy', { name: byName, unit: unitName, driver: driverName }),
      ),
      text(t('MailCheckedInHint')),
    ],
  }),
  'tag-relinked': ({ fullName, byName, tagName, newName }, { t, brand }) => ({
    subject: t('MailTagSubject', { tag: tagName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(
        newName === ''
          ? t('MailTagTaken', { name: byName, tag: tagName })
          : t('MailTagRelinked', { name: byName, tag: tagName, driver: newName }),
      ),
      text(t('MailTagHint')),
    ],
  }),
  'log-by-mail': (params, tools) => ({
    subject: tools.t(LOG_SUBJECTS[params.report === 'log' ? 'log' : 'report'][params.isTest ? 'test' : 'sent'], {
      name: params.scheduleName,
      from: params.from,
      to: params.to,
      brand: tools.brand.name,
    }),
    blocks: [
      hello(tools.t, params.fullName),
      ...(params.isTest ? [text(tools.t('MailLogTest'))] : []),
      text(logLead(params, tools)),
      {
        kind: 'button',
        text: tools.t(params.report === 'log' ? 'MailLogButton' : 'MailReportButton'),
        url: tools.linkTo(
          params.report === 'log'
            ? `/user/create-triplog?period=custom&from=${params.from}&to=${params.to}`
            : `${REPORT_PAGES[params.report]}?from=${params.from.slice(0, 7)}&to=${params.to.slice(0, 7)}`,
        ),
      },
      text(tools.t(params.report === 'log' ? 'MailLogPersonal' : 'MailReportPersonal')),
    ],
  }),
  'sign-on-linked': ({ fullName, accountName, provider, isClosed }, tools) => ({
    subject: tools.t('MailSignOnSubject', { brand: tools.brand.name }),
    blocks: [
      hello(tools.t, fullName),
      text(tools.t('MailSignOnLead', { provider, account: accountName })),
      ...(isClosed
        ? [
            text(tools.t('MailSignOnClosed')),
            { kind: 'button' as const, text: tools.t('MailSignOnButton'), url: tools.linkTo('/user/profile') },
          ]
        : []),
      notYou(tools),
    ],
  }),
  'webhook-paused': ({ fullName, accountName, host }, { t, brand, linkTo }) => ({
    subject: t('MailWebhookSubject', { account: accountName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailWebhookLead', { host, account: accountName, brand: brand.name })),
      { kind: 'button', text: t('MailWebhookButton'), url: linkTo('/administration/user-accounts?tab=integrations') },
    ],
  }),
  'safe-home-soon': ({ fullName, unitName, time, isReceiver, ...to }, tools) => {
    const { t, brand } = tools;
    const { blocks, ...more } = isReceiver ? howToStop(to, tools) : { blocks: [] };
    return {
      subject: t('MailSoonSubject', { unit: unitName, time, brand: brand.name }),
      blocks: [hello(t, fullName), text(t('MailSoonLead', { unit: unitName, time })), text(t('MailSoonHint')), ...blocks],
      ...more,
    };
  },
  'number-died': ({ fullName, accountName, receiverName, number }, { t, brand, linkTo }) => ({
    subject: t('MailNumberSubject', { name: receiverName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailNumberLead', { name: receiverName, number, account: accountName })),
      { kind: 'button', text: t('MailNumberButton'), url: linkTo('/administration/configure-alarm-receiver') },
    ],
  }),
  'address-refused': ({ fullName, accountName, receiverName, address }, { t, brand, linkTo }) => ({
    subject: t('MailAddressSubject', { name: receiverName, brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailAddressLead', { name: receiverName, address, account: accountName })),
      { kind: 'button', text: t('MailNumberButton'), url: linkTo('/administration/configure-alarm-receiver') },
    ],
  }),
  'alarm-test': ({ fullName, accountName, path }, tools) => {
    const { t, brand } = tools;
    const { blocks, ...more } = path ? howToStop({ isMember: false, accountName, path }, tools) : { blocks: [] };
    return {
      subject: t('MailAlarmTestSubject', { brand: brand.name }),
      blocks: [
        hello(t, fullName),
        text(t('MailAlarmTestLead', { account: accountName, brand: brand.name })),
        text(t('MailAlarmTestHint', { account: accountName })),
        ...blocks,
      ],
      ...more,
    };
  },
  welcome: ({ fullName, accountName, imei }, { t, brand, linkTo }) => ({
    subject: t('MailWelcomeSubject', { brand: brand.name }),
    blocks: [
      hello(t, fullName),
      text(t('MailWelcomeLead', { brand: brand.name, account: accountName })),
      ...(imei ? [text(t('MailWelcomeUnit', { imei }))] : []),
      { kind: 'button', text: t('MailWelcomeButton'), url: linkTo('/') },
    ],
  }),
};

/** What a mail says. Throws for a name that is no template. */
export function writeMail<T extends MailTemplate>(template: T, params: MailTemplates[T], tools: MailTools): MailText {
  if (!Object.hasOwn(WRITE, template)) throw new Error(`no mail template "${template}"`);
  return (WRITE[template] as Write<T>)(params, tools);
}
