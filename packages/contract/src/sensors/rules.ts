/** CONST-004, BLE-006. */
export const SENSORS_PER_UNIT = 4;
/** CONST-005, BLE-007: what the sensors measure and how far they reach. */
export const SENSOR_TEMPERATURE_C = { min: -20, max: 60 } as const;
export const SENSOR_HUMIDITY_PCT = { min: 0, max: 100 } as const;
export const SENSOR_RANGE_M = 50;
export const DOOR_MAGNET_CM = 1;
/** CONST-006, DEC-67: idle draw in mA, without and with Bluetooth. */
export const IDLE_DRAW_MA = { without: 5, with: 25 } as const;
export const SENSOR_NAME_MAX = 50;
/** BLE-015: how long a value is outside, or a door open, before it is an alarm. */
export const OUTSIDE_MAX_MIN = 24 * 60;
/** BLE-015: hours until an alarm that lasts is raised again. The same alarm is not told twice within 24 hours (CONST-054). */
export const REALARM_HOURS = [24, 48, 72, 168] as const;
/** BLE-016, days: single readings are kept so long; after that the figures of each day. */
export const READINGS_KEPT_DAYS = 30;

/** `tag`: told by where it was heard alone (BLE-014). */
export type SensorKind = 'sensor' | 'tag';

/** CONST-040: a MAC address as it is stored, twelve upper-case hexadecimal digits, from any common way to write it; null where it is none. */
export function readMac(text: string): string | null {
  const digits = text.replace(/[\s:.-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(digits) ? digits : null;
}

/**
 * The MAC address in a label's code, which may hold more than that (`SN:61…;MAC:7C-D9-F4-11-0C-40`), as it is stored; the one that is called so
 * before any other. Null when there is none.
 */
export function macIn(text: string): string | null {
  const whole = readMac(text);
  if (whole !== null) return whole;
  const named = /MAC[^0-9A-Z]*((?:[0-9A-F]{2}[:.-]?){5}[0-9A-F]{2})(?![0-9A-F])/i.exec(text)?.[1];
  const any = /(?<![0-9A-Z])(?:[0-9A-F]{2}[:.-]?){5}[0-9A-F]{2}(?![0-9A-Z])/i.exec(text)?.[0];
  return readMac(named ?? any ?? '');
}

/** A stored MAC address as people read it, `7C:D9:F4:11:0C:40`. */
export const macText = (mac: string): string => mac.match(/../g)?.join(':') ?? mac;

/** DEC-50, BLE-014: characters 6 and 7, counted from one, of a stored MAC address say what it is. */
export const kindOfMac = (mac: string): SensorKind => (mac.slice(5, 7) === '41' ? 'sensor' : 'tag');
