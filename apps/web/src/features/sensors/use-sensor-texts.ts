import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useFormat, useT } from '../../lib/i18n.tsx';

/** How sensors are told. */
export function useSensorTexts() {
  const t = useT();
  const format = useFormat();
  const temperature = (value: number): string => `${format.number(value, 1)} °C`;
  const humidity = (value: number): string => `${format.number(value)} %`;
  return {
    temperature,
    humidity,
    /** All that it measured last, in one line. */
    values: ({ value, kind }: Pick<Sensor, 'value' | 'kind'>): string =>
      value === null
        ? t('SensorNoValue')
        : [
            value.temperature_c !== null && temperature(value.temperature_c),
            value.humidity_pct !== null && humidity(value.humidity_pct),
            value.is_open !== null && t(value.is_open ? 'SensorDoorOpen' : 'SensorDoorClosed'),
          ]
            .filter(Boolean)
            .join(' · ') || t(kind === 'tag' ? 'SensorHeard' : 'SensorNoValue'),
    battery: ({ value }: Pick<Sensor, 'value'>): string =>
      value === null
        ? ''
        : value.battery_pct !== null
          ? `${format.number(value.battery_pct)} %`
          : value.battery_v !== null
            ? `${format.number(value.battery_v, 2)} V`
            : value.battery_low === null
              ? ''
              : t(value.battery_low ? 'SensorBatteryLow' : 'SensorBatteryGood'),
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
