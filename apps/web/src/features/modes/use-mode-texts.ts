import type { ModeData, PendingMode, TheftMode } from '@spora/contract/modes/endpoints';
import { MODE_CHANGE_MAX_S, MODE_FACTS, type Mode } from '@spora/contract/modes/modes';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { roundInterval } from './interval.ts';

const MONTHS_IN_YEAR = 12;
const HOUR_S = 3600;

/** Modes and theft mode in words. */
export function useModeTexts() {
  const t = useT();
  const format = useFormat();
  /** Of a unit that nobody knows the interval of. */
  const activeNext = t('ModeActiveNext', { hours: MODE_CHANGE_MAX_S / HOUR_S });
  return {
    name: (mode: Mode): string => t(`Mode-${mode}`),
    help: (mode: Mode): string => {
      const { movingS, stillS } = MODE_FACTS[mode];
      return movingS === stillS ? '' : t('ModeRealtimeHelp');
    },
    battery: (mode: Mode): string => {
      const { batteryMonths } = MODE_FACTS[mode];
      if (batteryMonths === null) return '';
      return batteryMonths < MONTHS_IN_YEAR
        ? t('ModeBatteryMonth')
        : t('ModeBatteryYears', { years: batteryMonths / MONTHS_IN_YEAR });
    },
    activeNext,
    activeBy: (at: string | null): string => (at === null ? activeNext : t('ModeActiveBy', { time: format.dateTime(at) })),
    pending: ({ mode, state }: PendingMode): string =>
      t(state === 'refused' ? 'ModeRefused' : 'ModePending', { mode: t(`Mode-${mode}`) }),
    theftSince: ({ since, by, cause, zone }: TheftMode): string => {
      const time = format.dateTime(since);
      return cause === 'zone' ? t('TheftModeSinceZone', { time, zone }) : t('TheftModeSince', { time, by });
    },
    /** DEC-51: how it reports once theft mode is off. */
    modeAfter: ({ mode_after, changes_reporting }: Pick<TheftMode, 'mode_after' | 'changes_reporting'>): string =>
      mode_after === null || !changes_reporting
        ? t('TheftModeAfterSame')
        : t('TheftModeAfter', { mode: t(`Mode-${mode_after}`) }),
    theftUntil: ({ ends_at }: Pick<TheftMode, 'ends_at'>): string =>
      ends_at === null ? t('TheftModeUntilOff') : t('TheftModeUntil', { time: format.dateTime(ends_at) }),
    /** As it has reported lately, in the form that the modes are told in: "every 10 seconds". */
    interval: (data: Pick<ModeData, 'interval_s'>): string | null => {
      if (data.interval_s === null) return null;
      const { unit, count } = roundInterval(data.interval_s);
      return t(unit === 's' ? 'ModeEverySeconds' : unit === 'min' ? 'ModeEveryMinutes' : 'ModeEveryHours', { count });
    },
  };
}
