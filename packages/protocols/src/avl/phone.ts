import { meaning, type AvlMeaning } from './meaning.ts';

/** Our own ids for what a phone says besides its position, far above any that a tracker's vendor uses. */
export const PHONE_IO = {
  accuracy: 65001,
  battery: 65002,
  charging: 65003,
  hdop: 65004,
  movement: 65005,
  odometer: 65006,
} as const;

/** Raw accuracy and hdop are tenths. */
export const PHONE_MEANINGS: readonly AvlMeaning[] = [
  meaning('P', PHONE_IO.accuracy, 'Accuracy', { per: 10, unit: 'm', as: 'accuracyM' }),
  meaning('P', PHONE_IO.battery, 'Battery level', { unit: '%', range: [0, 100], as: 'batteryPct' }),
  meaning('P', PHONE_IO.charging, 'Charging', { form: 'boolean', as: 'charging' }),
  meaning('P', PHONE_IO.hdop, 'HDOP', { per: 10, as: 'hdop' }),
  meaning('P', PHONE_IO.movement, 'Movement', { form: 'boolean', as: 'movement' }),
  meaning('P', PHONE_IO.odometer, 'Odometer', { unit: 'm', as: 'odometerM' }),
];
