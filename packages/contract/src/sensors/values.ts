export const SENSOR_SPANS = ['24h', '7d', '30d', 'year'] as const;
/** BLE-016: of so many times beyond a limit it is told when each was and how long. */
export const STRETCHES_MAX = 200;
