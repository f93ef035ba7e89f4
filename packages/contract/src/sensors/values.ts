export const SENSOR_SPANS = ['24h', '7d', '30d', 'year'] as const;
