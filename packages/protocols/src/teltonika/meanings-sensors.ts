import { idsOfAdvanced, idsOfList, macsOfEyeList } from './beacons.ts';
import { meaning, slots, type AvlMeaning } from './meaning.ts';

/**
 * What firmware before and after 03.28.00 sends for "abnormal", "not found" and "parse failed". The older three are
 * also honest readings of 20, 30 and 40 degrees: a missing sample is harmless, a made-up temperature is an alarm.
 */
const NO_TEMPERATURE = [2000, 3000, 4000, 32765, 32766, 32767, -32768];
const NO_HUMIDITY = [32734, 32735];
/** 85.0 is a Dallas sensor after power-on, before its first reading. */
const NO_WIRED = [850, 2000, 3000, 4000, 5000];

const range = (first: number) => [first, first + 1, first + 2, first + 3];

/**
 * Wired and Bluetooth sensors. Source and rules as of meanings-tracker.ts. Family C's table gives its Bluetooth temperatures
 * and humidities a multiplier of 1, its ranges (to 1205 and 1000) say tenths: read as tenths, unverified.
 */
export const SENSOR_MEANINGS: readonly AvlMeaning[] = [
  ...slots('ABC', [72, 73, 74, 75], 'Dallas temperature', {
    signed: true,
    per: 10,
    unit: '°C',
    none: NO_WIRED,
    range: [-550, 1150],
    as: 'wiredTemperatureC',
  }),
  meaning('B', 5, 'Dallas temperature id 5', { form: 'hex' }),
  meaning('B', 6, 'Dallas temperature 5', {
    signed: true,
    per: 10,
    unit: '°C',
    none: NO_WIRED,
    range: [-550, 1150],
    as: 'wiredTemperatureC',
    slot: 4,
  }),

  ...slots('A', range(25), 'BLE temperature', {
    signed: true,
    per: 100,
    unit: '°C',
    none: NO_TEMPERATURE,
    range: [-4000, 12500],
    as: 'temperatureC',
  }),
  ...slots('C', range(25), 'BLE temperature', {
    signed: true,
    per: 10,
    unit: '°C',
    none: NO_TEMPERATURE,
    range: [-400, 1250],
    as: 'temperatureC',
  }),
  ...slots('AC', [86, 104, 106, 108], 'BLE humidity', {
    per: 10,
    unit: '%',
    none: NO_HUMIDITY,
    range: [0, 1000],
    as: 'humidityPct',
  }),
  ...slots('AC', [29, 20, 22, 23], 'BLE battery', { unit: '%', range: [0, 100], as: 'sensorBatteryPct' }),
  ...slots('AC', range(451), 'BLE RFID', { form: 'hex', as: 'bleRfid' }),

  ...slots('ACF', range(10800), 'EYE temperature', {
    signed: true,
    per: 100,
    unit: '°C',
    none: NO_TEMPERATURE,
    range: [-4000, 12500],
    as: 'temperatureC',
    wins: true,
  }),
  ...slots('ACF', range(10804), 'EYE humidity', { unit: '%', range: [0, 100], as: 'humidityPct', wins: true }),
  ...slots('ACF', range(10808), 'EYE magnet', { range: [0, 1], as: 'magnet' }),
  ...slots('ACF', range(10812), 'EYE movement', { as: 'sensorMovement' }),
  ...slots('ACF', range(10816), 'EYE pitch', { signed: true, unit: '°', range: [-90, 90], as: 'sensorPitchDeg' }),
  ...slots('ACF', range(10820), 'EYE low battery', { range: [0, 1], as: 'sensorBatteryLow' }),
  // Raw: 2 V and so many hundredths. The rule is that of the sensor's own radio message; its scale here is unverified.
  ...slots('ACF', range(10824), 'EYE battery voltage', { unit: 'V', as: 'sensorBatteryV', read: (raw) => (200 + raw) / 100 }),
  ...slots('ACF', range(10832), 'EYE roll', { signed: true, unit: '°', range: [-180, 180], as: 'sensorRollDeg' }),
  ...slots('ACF', range(10836), 'EYE movement count', { range: [0, 32767], as: 'sensorMovementCount' }),
  ...slots('ACF', range(10840), 'EYE magnet count', { as: 'magnetCount' }),
  meaning('C', 11317, 'EYE sensor list', { form: 'list', readList: macsOfEyeList, as: 'beacons' }),
  meaning('A', 385, 'Beacon', { form: 'list', readList: idsOfList, as: 'beacons' }),
  meaning('C', 385, 'Beacon ids', { form: 'list', readList: idsOfList, as: 'beacons' }),
  meaning('AB', 548, 'Advanced BLE beacon data', { form: 'list', readList: idsOfAdvanced, as: 'beacons' }),
];
