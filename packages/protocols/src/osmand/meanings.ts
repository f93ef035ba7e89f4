import type { IoMeaning } from '../avl/meaning.ts';

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
export const PHONE_MEANINGS: readonly IoMeaning[] = [
  { id: PHONE_IO.accuracy, name: 'Accuracy', per: 10, unit: 'm', as: 'accuracyM' },
  { id: PHONE_IO.battery, name: 'Battery level', unit: '%', range: [0, 100], as: 'batteryPct' },
  { id: PHONE_IO.charging, name: 'Charging', form: 'boolean', as: 'charging' },
  { id: PHONE_IO.hdop, name: 'HDOP', per: 10, as: 'hdop' },
  { id: PHONE_IO.movement, name: 'Movement', form: 'boolean', as: 'movement' },
  { id: PHONE_IO.odometer, name: 'Odometer', unit: 'm', as: 'odometerM' },
];
