import type { CarBenefit } from '@spora/contract/accounts/settings';

/** Something that is in force from a day (`YYYY-MM-DD`, the account's) until the next one's. */
export interface Dated {
  readonly valid_from: string;
}

/**
 * ADM-015, REP-012: what is in force on a day, the day it begins included; undefined before the first. Of entries in any order, so that
 * a report which spans a change counts each trip with the value of the trip's own day.
 */
export function inForceOn<T extends Dated>(entries: readonly T[], day: string): T | undefined {
  let found: T | undefined;
  for (const entry of entries) if (entry.valid_from <= day && (!found || entry.valid_from > found.valid_from)) found = entry;
  return found;
}

type Figures = Omit<CarBenefit, 'valid_from' | 'is_default'>;

/**
 * REP-010, REP-011 and rates-and-rules.md 2.1: what is counted with until the account has set its own. Sweden lowers the benefit from
 * 30,000 km of business driving in a year and calls 10 occasions and 1,000 km of private driving slight; Norway has a line at 40,000 km.
 * `country` is ISO 3166 in any case.
 */
export function defaultCarBenefit(country: string): Figures {
  switch (country.toUpperCase()) {
    case 'SE':
      return { benefit_factor: 1.2, reduced_line_km: 30_000, private_occasions_max: 10, private_km_max: 1000 };
    case 'NO':
      return { benefit_factor: 1, reduced_line_km: 40_000, private_occasions_max: null, private_km_max: null };
    default:
      return { benefit_factor: 1, reduced_line_km: null, private_occasions_max: null, private_km_max: null };
  }
}
