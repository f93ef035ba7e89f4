import type { ModeData, PendingMode, TheftMode } from '@spora/contract/modes/endpoints';
import { MODE_CHANGE_MAX_S, MODE_FACTS, type Mode } from '@spora/contract/modes/modes';
import { useNow } from '../../lib/age.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { nearMoment } from '../../lib/near-moment.ts';
import { compared, restingNow, roundInterval } from './interval.ts';

const MONTHS_IN_YEAR = 12;
const HOUR_S = 3600;

/** Modes and theft mode in words. */
export function useModeTexts() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const moment = (at: string): string => nearMoment(at, now, { t, format });
  /** Of a unit that nobody knows the interval of. */
  const activeNext = t('ModeActiveNext', { hours: MODE_CHANGE_MAX_S / HOUR_S });
  const every = (seconds: number): string => {
    const { unit, count } = roundInterval(seconds);
    return t(unit === 's' ? 'ModeEverySeconds' : unit === 'min' ? 'ModeEveryMinutes' : 'ModeEveryHours', { count });
  };
  /** A mode whose name does not tell how often a unit reports while it stands. */
  const isOfTwo = (mode: Mode): boolean => MODE_FACTS[mode].movingS !== MODE_FACTS[mode].stillS;
  const named = (mode: Mode, restingS: number): string =>
    isOfTwo(mode) || restingS < MODE_FACTS[mode].stillS
      ? t('ModeWithStill', { mode: t(`Mode-${mode}`), interval: every(restingS) })
      : t(`Mode-${mode}`);
  /** DEC-51: where how it stood was seen, that comes back. */
  const afterUnset = (mode: Mode, restingS: number, unknown: 'TheftModeAfterNew' | 'TheftModeAfterStart'): string =>
    t(restingS < MODE_FACTS[mode].stillS ? 'TheftModeAfterSeen' : unknown, { mode: named(mode, restingS) });
  const theft = MODE_FACTS.theft;
  return {
    name: (mode: Mode): string => t(`Mode-${mode}`),
    /** How often it reports while it stands, where its name does not say: of the mode that is in force as the unit was set. */
    help: (mode: Mode, current: ModeData['current']): string => {
      const { stillS } = MODE_FACTS[mode];
      const restingS = current?.mode === mode ? current.resting_s : stillS;
      return isOfTwo(mode) || restingS !== stillS ? t('ModeRealtimeHelp', { interval: every(restingS) }) : '';
    },
    battery: (mode: Mode): string => {
      const { batteryMonths } = MODE_FACTS[mode];
      if (batteryMonths === null) return '';
      return batteryMonths < MONTHS_IN_YEAR
        ? t('ModeBatteryMonth')
        : t('ModeBatteryYears', { years: batteryMonths / MONTHS_IN_YEAR });
    },
    activeNext,
    activeBy: (at: string | null): string => (at === null ? activeNext : t('ModeActiveBy', { time: moment(at) })),
    pending: ({ mode, state }: PendingMode): string =>
      t(state === 'refused' ? 'ModeRefused' : 'ModePending', { mode: t(`Mode-${mode}`) }),
    theftSince: ({ since, by, cause, zone }: TheftMode): string => {
      const time = moment(since);
      return cause === 'zone' ? t('TheftModeSinceZone', { time, zone }) : t('TheftModeSince', { time, by });
    },
    /** DEC-51: how it reports once theft mode is off. */
    modeAfter: ({ mode_after, changes_reporting, was_set, resting_after_s }: TheftMode): string => {
      if (mode_after === null || resting_after_s === null || !changes_reporting) return t('TheftModeAfterSame');
      return was_set
        ? t('TheftModeAfter', { mode: named(mode_after, resting_after_s) })
        : afterUnset(mode_after, resting_after_s, 'TheftModeAfterNew');
    },
    /** The same, before it is turned on: null where it reports afterwards as it did before. */
    modeAfterStart: ({ after_theft: after }: ModeData): string | null =>
      after && !after.was_set ? afterUnset(after.mode, after.resting_s, 'TheftModeAfterStart') : null,
    /** What theft mode does to how it reports, and that it moves no more quietly than afterwards: of one that stands and reports as often already, that. */
    theftWhat: (data: ModeData | undefined): string => {
      const follows = data?.after_theft?.mode;
      const moving = every(Math.min(theft.movingS, follows ? MODE_FACTS[follows].movingS : theft.movingS));
      const restingS = (data && restingNow(data)) ?? 0;
      return restingS > theft.movingS && restingS <= theft.stillS
        ? t('TheftModeWhatAlready', { interval: every(restingS), moving })
        : t('TheftModeWhat', { moving });
    },
    theftUntil: ({ ends_at }: Pick<TheftMode, 'ends_at'>): string =>
      ends_at === null ? t('TheftModeUntilOff') : t('TheftModeUntil', { time: moment(ends_at) }),
    /** As it has reported lately, in the form that the modes are told in: "every 10 seconds". */
    interval: every,
    /** How it usually reports, as a sentence or beside its label; null where that is not known, or was set from here. */
    usual: ({ rates }: Pick<ModeData, 'rates'>, form: 'sentence' | 'label'): string | null => {
      const isSentence = form === 'sentence';
      if (rates === null) return null;
      const moving = rates.moving_s === null ? null : every(rates.moving_s);
      const resting = rates.resting_s === null ? null : every(rates.resting_s);
      if (moving !== null && resting !== null && moving !== resting)
        return t(isSentence ? 'ModeSeenBoth' : 'ModeUsualBoth', { moving, resting });
      if (resting !== null) return t(isSentence ? 'ModeSeen' : 'ModeUsual', { interval: resting });
      return moving && t(isSentence ? 'ModeSeenMoving' : 'ModeUsualMoving', { interval: moving });
    },
    /** Whether a mode reports more often than the unit does now; null: nobody knows, or it is the same. */
    than: (mode: Mode, data: Pick<ModeData, 'current' | 'rates'>): { readonly text: string; readonly isLess: boolean } | null => {
      const { moving, resting } = compared(mode, data);
      const isLess = moving === 'less' || resting === 'less';
      const known = [moving, resting].filter((each) => each !== null);
      if (known.length === 0 || known.every((each) => each === 'same')) return null;
      if (moving === null || resting === null || moving === resting) return { text: t(isLess ? 'ModeLess' : 'ModeMore'), isLess };
      return { text: t('ModeMixed', { moving, resting }), isLess };
    },
  };
}
