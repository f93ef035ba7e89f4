import { clockMs } from '@spora/calendar/durations';
import type { Alarm } from '@spora/contract/alarms/centre';
import { alarmAmount, type AlarmKind } from '@spora/contract/alarms/kinds';
import { isWatercraft } from '@spora/contract/units/values';
import { useMemo } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { alarmWhat } from '../public/alarm-what.ts';

export interface AlarmTexts {
  readonly what: (alarm: Alarm) => string;
  readonly when: (alarm: Alarm) => string;
  /** Of today the clock is enough. */
  readonly whenShort: (alarm: Alarm) => string;
  /** Where it was, or that nobody knew; null where neither is told. */
  readonly where: (alarm: Alarm) => string | null;
  /** Beside when the alarm came: how long it lasted and until when, or has lasted; since when too, where that is not when the alarm came. */
  readonly length: (alarm: Alarm, now: number) => string | null;
  /** How long it lasted or has lasted, with its beginning and its end. */
  readonly lastedSince: (alarm: Alarm, now: number) => string | null;
  /** Of an alarm of a zone: how long the unit stayed in it, or away from it, and until when; null while it is there. */
  readonly stayed: (alarm: Alarm, until: string | null) => string | null;
  /** How long it had lasted already when the alarm was raised; null of what raises one at once. */
  readonly waited: (alarm: Alarm) => string | null;
  readonly measured: (alarm: Alarm) => string | null;
  /** Of today the clock is enough; yesterday is told by its word. */
  readonly momentShort: (at: string) => string;
  /** What a sensor reads, of what the kind is about; null of another kind. */
  readonly reading: (kind: AlarmKind, value: SensorValue) => string | null;
  /** Who did it and when; empty where nobody has. */
  readonly done: (done: Alarm['seen']) => string;
}

/** The time between what clocks show, so that a length is that of the two times beside it. */
export const clockS = (fromMs: number, toMs: number): number => clockMs(fromMs, toMs) / 1000;

type SensorValue = Readonly<Record<'temperature_c' | 'humidity_pct', number | null>>;

/** What an alarm says, in the reader's words. */
export function useAlarmTexts(): AlarmTexts {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const when = (alarm: Alarm): string => (alarm.is_day_only ? format.day(alarm.at) : format.dateTime(alarm.at));
    const momentShort = (at: string): string => nearMoment(at, Date.now(), { t, format });
    const fromTo = (from: string, to: string) => ({
      from: momentShort(from),
      to: format.day(from) === format.day(to) ? format.time(to) : momentShort(to),
    });
    const lasted = (
      alarm: Alarm,
      now: number,
      goesOn: (duration: string) => string,
      over: (duration: string) => string,
    ): string | null => {
      if (!alarm.is_lasting || alarm.is_day_only) return null;
      const untilMs = alarm.ended_at === null ? now : Date.parse(alarm.ended_at);
      const duration = format.duration(Math.max(1, clockS(Date.parse(alarm.began_at ?? alarm.at), untilMs)));
      return alarm.ended_at === null ? goesOn(duration) : over(duration);
    };
    const lasts = (alarm: Alarm, duration: string): string =>
      t('AlarmLasts', { time: momentShort(alarm.began_at ?? alarm.at), duration });
    const beganBefore = ({ began_at: began, at }: Alarm): boolean =>
      began !== null && clockS(Date.parse(began), Date.parse(at)) > 0;
    const wholeSpan = (alarm: Alarm): { from: string; to: string } =>
      fromTo(alarm.began_at ?? alarm.at, alarm.ended_at ?? alarm.at);
    return {
      momentShort,
      reading(kind, { temperature_c: temperature, humidity_pct: humidity }) {
        const amount = kind === 'temperature' ? temperature : kind === 'humidity' ? humidity : null;
        return amount === null ? null : alarmAmount(kind, amount, { isBoat: false, format });
      },
      what: (alarm) => alarmWhat(t, alarm),
      when,
      whenShort: (alarm) => (alarm.is_day_only ? when(alarm) : momentShort(alarm.at)),
      where: (alarm) => (alarm.is_position_unknown ? t('AlarmPositionUnknown') : alarm.place),
      length: (alarm, now) =>
        lasted(
          alarm,
          now,
          (duration) => (beganBefore(alarm) ? lasts(alarm, duration) : t('AlarmLastsFor', { duration })),
          (duration) =>
            beganBefore(alarm)
              ? t('AlarmLastedFrom', { ...wholeSpan(alarm), duration })
              : t('AlarmLastedTo', { to: wholeSpan(alarm).to, duration }),
        ),
      lastedSince: (alarm, now) =>
        lasted(
          alarm,
          now,
          (duration) => lasts(alarm, duration),
          (duration) => t('AlarmLastedFrom', { ...wholeSpan(alarm), duration }),
        ),
      stayed: (alarm, until) =>
        until === null
          ? null
          : t(alarm.kind === 'zone-entered' ? 'AlarmStayedIn' : 'AlarmStayedAway', {
              duration: format.duration(Math.max(1, clockS(Date.parse(alarm.at), Date.parse(until)))),
              time: fromTo(alarm.at, until).to,
            }),
      waited(alarm) {
        if (alarm.began_at === null || alarm.is_day_only) return null;
        const waitedS = clockS(Date.parse(alarm.began_at), Date.parse(alarm.at));
        return waitedS > 0 ? t('AlarmWaited', { duration: format.duration(waitedS) }) : null;
      },
      measured(alarm) {
        if (alarm.value === null || alarm.limit === null) return null;
        const measures = { isBoat: isWatercraft(alarm.unit?.kind), format };
        const [value, limit] = [alarmAmount(alarm.kind, alarm.value, measures), alarmAmount(alarm.kind, alarm.limit, measures)];
        if (value === null || limit === null) return null;
        if (alarm.kind !== 'temperature' && alarm.kind !== 'humidity') return t('AlarmMeasured', { value, limit });
        // What a sensor reads goes on moving: how far it went is known when it is over.
        if (alarm.ended_at === null) return t('AlarmReadAtFirst', { value, limit });
        return t(alarm.value > alarm.limit ? 'AlarmHighest' : 'AlarmLowest', { value, limit });
      },
      done: (done) => (done ? `${done.by}, ${format.dateTime(done.at)}` : ''),
    };
  }, [t, format]);
}
