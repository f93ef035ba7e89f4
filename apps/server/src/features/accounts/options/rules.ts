import { ALERT_TIME_ZONES, EXTRA_TIME_ZONE } from '@spora/contract/accounts/settings';
import type { TripType } from '@spora/contract/units/endpoints';

/** CONST-045, ROLE-008: the time zones that alerts of an account can be written in. */
export const alertTimeZones = (hasExtraTimeZone: boolean): readonly string[] =>
  hasExtraTimeZone ? [...ALERT_TIME_ZONES, EXTRA_TIME_ZONE] : ALERT_TIME_ZONES;

/** TRIP-003: what a trip type is called in an account: its own name for `other` where it has one. `names` are the product's. */
export const tripTypeName = (type: TripType, names: Readonly<Record<TripType, string>>, otherName: string): string =>
  type === 'other' && otherName !== '' ? otherName : names[type];
