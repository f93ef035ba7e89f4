import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { type Breach, breachesOf, type Outside, sumsShown } from './chart-model.ts';

/** How sensors are told. */
export function useSensorTexts() {
  const t = useT();
  const format = useFormat();
  const told = (digits: number, unit: string) => (value: number, apartFrom?: number) => {
    const isApart = apartFrom === undefined || format.number(value, digits) !== format.number(apartFrom, digits);
    return `${format.number(value, isApart ? digits : digits + 1)} ${unit}`;
  };
  /** `apartFrom`: where a value is told beside one that it is not, as exactly as shows it. */
  const temperature = told(1, '°C');
  const humidity = told(0, '%');
  const rangeOf = (low: number | null, high: number | null, text: (value: number) => string): string =>
    low !== null && high !== null
      ? t('SensorBetween', { low: text(low), high: text(high) })
      : high !== null
        ? t('SensorAtMost', { limit: text(high) })
        : low !== null
          ? t('SensorAtLeast', { limit: text(low) })
          : '';
  const valuesWith =
    (moist: (value: number) => string) =>
    ({ value, kind, state, settings }: Pick<Sensor, 'value' | 'kind' | 'state' | 'settings'>): string => {
      if (value === null) return t(state === 'pending' ? 'SensorNoValuePending' : 'SensorNoValue');
      const breaches = breachesOf({ value, settings });
      const measured = (measure: Breach['measure'], is: number | null, text: (of: number) => string): string | null => {
        if (is === null) return null;
        const breach = breaches.find((each) => each.measure === measure);
        return breach ? t('AlarmMeasured', { value: text(is), limit: text(breach.limit) }) : text(is);
      };
      return (
        [
          measured('temperature', value.temperature_c, temperature),
          measured('humidity', value.humidity_pct, moist),
          value.is_open !== null && t(value.is_open ? 'SensorDoorOpen' : 'SensorDoorClosed'),
        ]
          .filter(Boolean)
          .join(' · ') || t(kind === 'tag' ? 'SensorHeard' : 'SensorNoValue')
      );
    };
  return {
    temperature,
    humidity,
    /** All that it measured last, in one line; what lies outside of a limit with that limit, as its alarm tells it. */
    values: valuesWith(humidity),
    /** The same where nothing beside it says that it is a sensor: a percentage is not known by itself. */
    named: valuesWith((value) => t('SensorHumidityOf', { value: humidity(value) })),
    /** What of it is outside of its limits, in the words of the alarm. */
    breaches: (sensor: Pick<Sensor, 'value' | 'settings'>): string[] =>
      breachesOf(sensor).map(({ measure }) => t(`AlarmKind_${measure}`)),
    /** How often and how long it lay beyond a limit. */
    outside: (outside: Outside, limit: string): string => {
      const { side, times } = outside;
      const { totalS, longestS } = sumsShown(outside);
      return t(times === 1 ? 'SensorOutsideOnce' : 'SensorOutsideTimes', {
        side: t(side === 'above' ? 'SensorAbove' : 'SensorBelow', { limit }),
        total: format.duration(totalS),
        count: times,
        longest: format.duration(longestS),
      });
    },
    /** Of a limit that was another before: that the past is held against it, too. */
    limitSince: ({ limit_since: since }: Outside, limit: string): string =>
      since === null ? '' : t('SensorLimitSince', { limit, time: format.dateTime(since) }),
    /** Since when it lies beyond a limit. */
    outsideSince: ({ since, since_may_be_older: mayBeOlder }: Outside, nowMs: number): string =>
      since === null
        ? ''
        : t(mayBeOlder ? 'SensorOutsideAtLeast' : 'SensorOutsideFor', {
            duration: format.duration(Math.max(0, nowMs - Date.parse(since)) / 1000),
          }),
    /** Between what it is to stay; empty where nothing was set. */
    limits: ({ settings }: Pick<Sensor, 'settings'>): string =>
      [
        rangeOf(settings.temperature_low_c, settings.temperature_high_c, temperature),
        rangeOf(settings.humidity_low_pct, settings.humidity_high_pct, humidity),
      ]
        .filter(Boolean)
        .join(' · '),
    /** A word first, as the sensor judges it, where it does: what a voltage means few know. Empty where nothing is told. */
    battery: ({ value }: Pick<Sensor, 'value'>): readonly string[] =>
      [
        value !== null && value.battery_low !== null && t(value.battery_low ? 'SensorBatteryLow' : 'SensorBatteryGood'),
        value !== null && value.battery_pct !== null && `${format.number(value.battery_pct)} %`,
        value?.battery_pct === null && value.battery_v !== null && `${format.number(value.battery_v, 2)} V`,
      ].filter((each) => each !== false),
    /** BLE-012: since when, and of what waits until when. */
    state: ({ state, since, expected_by }: Pick<Sensor, 'state' | 'since' | 'expected_by'>): string =>
      [
        since !== null && state !== 'unpaired' && t('SensorSince', { time: format.dateTime(since) }),
        state === 'pending' && expected_by !== null && t('SensorExpectedBy', { time: format.dateTime(expected_by) }),
      ]
        .filter(Boolean)
        .join(', '),
  };
}
