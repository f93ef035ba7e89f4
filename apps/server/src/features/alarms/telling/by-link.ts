import type { HandlerData } from '@spora/contract/endpoint';
import type { lookAtAlarmLink } from '@spora/contract/alarms/alarm-link';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import type { StrangerCtx } from '../../../platform/ctx.ts';
import { alarmOfLink, linkedAlarm } from './link-repository.ts';
import { isDelayed } from './rules.ts';
import { alarmNews } from './short-text.ts';

/** ALARM-039: what the page of a link shows. Unknown, over and ended look alike; nothing is told that the message has not told. */
export async function lookAtAlarm(
  { db, now }: StrangerCtx,
  { token, language: asked }: { readonly token: string; readonly language: Language | null },
): Promise<HandlerData<typeof lookAtAlarmLink>> {
  const link = await alarmOfLink(db, token, now());
  const alarm = link && (await linkedAlarm(db, link));
  if (!alarm || alarm.lat_e7 === null || alarm.lon_e7 === null) throw new AppError('ShareOver');
  const language = asked ?? alarm.language;
  const { kind, subject, at, details } = alarm;
  const unit = { unitName: alarm.unit_name, registrationNumber: alarm.registration_number ?? '' };
  return {
    language,
    news: alarmNews(unit, { kind, subject, isPositionUnknown: details['position'] === 'unknown' }, language),
    at: at.toISOString(),
    time_zone: alarm.time_zone,
    is_delayed: isDelayed(at, details, alarm.noticed_at),
    place: link.place,
    lat: alarm.lat_e7 / 1e7,
    lng: alarm.lon_e7 / 1e7,
    expires_at: link.expiresAt.toISOString(),
  };
}
