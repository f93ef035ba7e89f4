import type { DataOf } from '@spora/contract/endpoint-map';
import { createFormat } from '@spora/messages/format';
import type { alarmLink } from '@spora/messages/alarm-link/en';
import type { Language } from '@spora/messages/languages';
import type { TranslateFrom } from '@spora/messages/translate';

export type T = TranslateFrom<typeof alarmLink>;

/** So fine is a metre. */
const POINT_DIGITS = 5;

interface Line {
  readonly text: string;
  readonly isSoft: boolean;
}

/** What the page says of an alarm below what happened: by the clock of alerts, as the message did. */
export function linesOf(alarm: DataOf<'alarms.look-at-alarm-link'>, language: Language, t: T): Line[] {
  const { at, time_zone: zone, is_delayed: isDelayed, place, lat, lng, expires_at: until } = alarm;
  const format = createFormat(language, zone);
  const point = [lat, lng].map((degrees) => degrees.toFixed(POINT_DIGITS)).join(', ');
  return [
    { text: t('AlarmLinkTime', { time: format.dateTime(at), zone }), isSoft: false },
    ...(place === '' ? [] : [{ text: t('AlarmLinkPlace', { place }), isSoft: false }]),
    ...(isDelayed ? [{ text: t('AlarmLinkDelayed'), isSoft: false }] : []),
    { text: t('AlarmLinkPoint', { point }), isSoft: true },
    { text: t('AlarmLinkThen', { day: format.day(until) }), isSoft: true },
  ];
}
