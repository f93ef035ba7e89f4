import { brandOf } from '@spora/contract/brands';
import { createFormat } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import type { AlarmMail } from '../../../platform/mail/order.ts';
import { alarmSentence } from '../../../platform/mail/templates.ts';

/** An alarm in the few words that a telephone shows. */
export interface ShortText {
  readonly title: string;
  readonly body: string;
}

/** ALARM-039: unit and what happened; when, where and how often, in the receiver's language and by the clock of alerts. */
export function shortText(
  { unitName, registrationNumber, place, what, repeats, isEscalation }: AlarmMail,
  language: Language,
): ShortText {
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const format = createFormat(language, what.timeZone);
  const unit = [unitName, registrationNumber].filter((part) => part !== '').join(', ');
  const when = what.isDayOnly ? format.day(what.at) : format.dateTime(what.at);
  const facts = [what.isDelayed ? `${when} ${t('MailAlarmLate')}` : when, place].filter((part) => part !== '').join(', ');
  return {
    title: alarmSentence(t, unit, what),
    body: [
      `${facts}.`,
      ...(repeats > 0 ? [t('MailAlarmSummary', { count: repeats })] : []),
      ...(isEscalation ? [t('MailAlarmEscalated')] : []),
    ].join(' '),
  };
}

/** Long names of units and places end in dots: what happened and the address to look at are whole. */
const SMS_WORDS_MAX = 220;

interface SmsLinks {
  readonly subsiteId: number;
  readonly language: Language;
  /** To the alarm, for who signs in. */
  readonly link: string | null;
  /** By which alarms are stopped. */
  readonly stopLink: string | null;
}

/** The whole text message: whose it is, what, and for who signs in where to look. */
export function smsText({ title, body }: ShortText, { subsiteId, language, link, stopLink }: SmsLinks): string {
  const words = [...`${brandOf(subsiteId).name}: ${title}. ${body}`];
  const text = words.length > SMS_WORDS_MAX ? `${words.slice(0, SMS_WORDS_MAX - 3).join('')}...` : words.join('');
  return [text, link, stopLink && stopsBy(stopLink, language)].filter((part) => part !== null).join(' ');
}

/** ALARM-039: what a text message ends with, that alarms are stopped by a link. */
export const stopsBy = (link: string, language: Language): string =>
  createTranslateFrom<MailTexts>(language, mailTexts[language])('MailAlarmStopBy', { link });
