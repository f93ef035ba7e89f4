import type { SignedInUser } from '@spora/contract/auth/endpoints';

/** What of the user record decides about pages. The server decides about data; this only spares people closed doors. */
export type Rights = Pick<
  SignedInUser,
  | 'RealTimeMap'
  | 'IsAdmin'
  | 'userHasOnlyBasSubscription'
  | 'HasAlertNumbers'
  | 'GuideIsOpen'
  | 'StartsWithToday'
  | 'IsPrivatePerson'
  | 'HasNoRoadVehicle'
  | 'IsAlone'
  | 'MayEditPlaces'
>;

/** `missing`: as if there were no such page (DEC-18); `elsewhere`: the page is switched off, home instead (DEC-71). */
export type PageAccess = 'open' | 'missing' | 'elsewhere';

/** The guard of a page that members with nothing but basic subscriptions do without. */
export const notWithBasicOnly = (user: Rights): PageAccess => (user.userHasOnlyBasSubscription ? 'elsewhere' : 'open');

/** For the menu: reports about driving on roads, which tell nothing of a boat. */
export const drivesOnRoads = (user: Rights): boolean => user.HasNoRoadVehicle !== true;

/** PLACE-003: who may give a place a name, where units are driven that places are for. */
export const mayMakePlaces = (user: Rights): boolean =>
  !user.userHasOnlyBasSubscription && (user.IsAdmin || user.MayEditPlaces === true);

/** For the menu: what is between people, such as who drives now, tells somebody nothing who has nobody else in the account. */
export const hasOthers = (user: Rights): boolean => user.IsAlone !== true;
