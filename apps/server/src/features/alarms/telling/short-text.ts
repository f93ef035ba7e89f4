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

/** Which unit, and what happened. */
export const alarmNews = (
  { unitName, registrationNumber }: Pick<AlarmMail, 'unitName' | 'registrationNumber'>,
  what: Parameters<typeof alarmSentence>[2],
  language: Language,
): string => {
  const unit = [unitName, registrationNumber].filter((part) => part !== '').join(', ');
  return alarmSentence(createTranslateFrom<MailTexts>(language, mailTexts[language]), unit, what);
};

/** ALARM-039: unit and what happened; when, where and how often, in the receiver's language and by the clock of alerts. */
export function shortText(
  { unitName, registrationNumber, place, what, repeats, isEscalation }: AlarmMail,
  language: Language,
): ShortText {
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const format = createFormat(language, what.timeZone);
  const when = what.isDayOnly ? format.day(what.at) : format.dateTime(what.at);
  const facts = [what.isDelayed ? `${when} ${t('MailAlarmLate')}` : when, place].filter((part) => part !== '').join(', ');
  return {
    title: alarmNews({ unitName, registrationNumber }, what, language),
    body: [
      `${facts}.`,
      ...(repeats > 0 ? [t('MailAlarmSummary', { count: repeats })] : []),
      ...(isEscalation ? [t('MailAlarmEscalated')] : []),
    ].join(' '),
  };
}

/** Long names of units and places end in dots: what happened and the addresses to look at are whole. */
const SMS_WORDS_MAX = 220;
/** Beside two addresses there is less room for words, so that the message stays within two parts, but so much at least. */
const SMS_WORDS_LEAST = 120;
const TWO_PARTS = 306;

interface SmsLinks {
  readonly subsiteId: number;
  readonly language: Language;
  /** To the alarm for who signs in, for anybody else to where it was. */
  readonly link: string | null;
  /** By which alarms are stopped. */
  readonly stopLink: string | null;
}

/** The whole text message: whose it is, what, and where to look. */
export function smsText({ title, body }: ShortText, { subsiteId, language, link, stopLink }: SmsLinks): string {
  const words = [...`${brandOf(subsiteId).name}: ${title}. ${body}`];
  const links = [link, stopLink && stopsBy(stopLink, language)].filter((part) => part !== null);
  const room = TWO_PARTS - links.join(' ').length - 1;
  const most = Math.max(SMS_WORDS_LEAST, Math.min(SMS_WORDS_MAX, room));
  const text = words.length > most ? `${words.slice(0, most - 3).join('')}...` : words.join('');
  return [text, ...links].join(' ');
}

/** ALARM-039: what a text message ends with, that alarms are stopped by a link. */
export const stopsBy = (link: string, language: Language): string =>
  createTranslateFrom<MailTexts>(language, mailTexts[language])('MailAlarmStopBy', { link });
