import { ADDRESSES } from '../lib/addresses.ts';
import type { Rights } from '../lib/rights.ts';

/** The map, or the trip log for whom the map is switched off (DEC-17). */
export const homeOf = (user: Pick<Rights, 'RealTimeMap'>): typeof ADDRESSES.map | typeof ADDRESSES.tripLog =>
  user.RealTimeMap ? ADDRESSES.map : ADDRESSES.tripLog;

/** Where who signs in without having wanted a page begins (DEC-16); that of a new account's administrator is the guide (ADM-024). */
export const firstPageOf = (user: Rights): string =>
  user.GuideIsOpen ? ADDRESSES.guide : startsWithToday(user) ? ADDRESSES.today : homeOf(user);

/** ADM-030: an administrator who wishes so begins with what waits for them, and not where they were last. */
export const startsWithToday = (user: Rights): boolean => user.IsAdmin && user.StartsWithToday === true;
