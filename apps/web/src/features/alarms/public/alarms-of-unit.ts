import { ALARM_PAGE_MAX } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useAlarmTexts } from '../centre/use-alarm-texts.ts';

/** An alarm on a unit's way. */
export interface AlarmMark {
  readonly id: number;
  readonly timeMs: number;
  readonly text: string;
  /** The same without what was measured. */
  readonly what: string;
}

interface DayRange {
  readonly from: string;
  readonly to: string;
}

const NO_MARKS: readonly AlarmMark[] = [];

/** MAP-029: the alarms of a unit in a range of days, of those whose time this person is told; none while there is no range. */
export function useAlarmsOfUnit(imei: string, range: DayRange | null): readonly AlarmMark[] {
  const texts = useAlarmTexts();
  const data = useAlarmsIn(imei, range);
  return useMemo(
    () =>
      data?.alarms
        .filter((alarm) => !alarm.is_day_only)
        .map((alarm) => ({
          id: alarm.id,
          timeMs: Date.parse(alarm.at),
          what: texts.what(alarm),
          text: [texts.what(alarm), texts.measured(alarm)].filter(Boolean).join(', '),
        })) ?? NO_MARKS,
    [data, texts],
  );
}

/** Whether it is known that a unit had no alarm in a range of days, not even one of which this person is told the day alone. */
export const useHadNoAlarms = (imei: string, range: DayRange): boolean => useAlarmsIn(imei, range)?.alarms.length === 0;

function useAlarmsIn(imei: string, range: DayRange | null) {
  const query = { imeis: imei, from: range?.from, to: range?.to, limit: ALARM_PAGE_MAX };
  return useQuery({ ...endpointQuery(useSend(), 'alarms.list', { query }), enabled: range !== null && imei !== '' }).data;
}
