import type { Alarm } from '@spora/contract/alarms/centre';
import { alarmAmount } from '@spora/contract/alarms/kinds';
import { useMemo } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { alarmWhat } from '../public/alarm-what.ts';

export interface AlarmTexts {
  readonly what: (alarm: Alarm) => string;
  readonly when: (alarm: Alarm) => string;
  /** Of today the clock is enough. */
  readonly whenShort: (alarm: Alarm) => string;
  /** Where it was, or that nobody knew; null where neither is told. */
  readonly where: (alarm: Alarm) => string | null;
  /** How long it lasted, or that it does still; null of what has no duration, or of which it is not told. */
  readonly lasted: (alarm: Alarm) => string | null;
  readonly measured: (alarm: Alarm) => string | null;
  /** Who did it and when; empty where nobody has. */
  readonly done: (done: Alarm['seen']) => string;
}

/** What an alarm says, in the reader's words. */
export function useAlarmTexts(): AlarmTexts {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const when = (alarm: Alarm): string => (alarm.is_day_only ? format.day(alarm.at) : format.dateTime(alarm.at));
    return {
      what: (alarm) => alarmWhat(t, alarm),
      when,
      whenShort: (alarm) =>
        !alarm.is_day_only && format.day(alarm.at) === format.day(Date.now()) ? format.time(alarm.at) : when(alarm),
      where: (alarm) => (alarm.is_position_unknown ? t('AlarmPositionUnknown') : alarm.place),
      lasted(alarm) {
        if (!alarm.is_lasting || alarm.is_day_only) return null;
        if (alarm.ended_at === null) return t('AlarmLasts');
        const seconds = (Date.parse(alarm.ended_at) - Date.parse(alarm.at)) / 1000;
        return t('AlarmLasted', { duration: format.duration(seconds) });
      },
      measured(alarm) {
        if (alarm.value === null || alarm.limit === null) return null;
        const measures = { isBoat: alarm.unit?.kind === 'boat', format };
        const [value, limit] = [alarmAmount(alarm.kind, alarm.value, measures), alarmAmount(alarm.kind, alarm.limit, measures)];
        return value === null || limit === null ? null : t('AlarmMeasured', { value, limit });
      },
      done: (done) => (done ? `${done.by}, ${format.dateTime(done.at)}` : ''),
    };
  }, [t, format]);
}
