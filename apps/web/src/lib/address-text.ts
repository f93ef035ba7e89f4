import { aroundText, nearText } from '@spora/messages/near';
import type { Trip } from '@spora/contract/trips/endpoints';
import { haversineM } from '@spora/telemetry/geometry';
import type { Translate } from '@spora/messages/translate';

/** An end of a trip in words; somebody else's private trip has none. */
export function addressText(end: Trip['start'] | null, t: Translate): string {
  if (!end) return '';
  if (end.place) return end.place;
  if (end.address) return end.address_is_approximate ? nearText(end.address, t) : end.address;
  return end.lat === null ? t('NoPosition') : t('NoAddress');
}

/** An end of a trip in two: what says where it is, and the town behind it with the comma; without a town all of it is the first. */
export interface AddressParts {
  readonly street: string;
  readonly town: string;
}

/** All that is known of where an end is: of a place its address too, since a tax authority does not know the account's places (PLACE-012). */
export const wholeAddress = (end: Trip['start'], t: Translate): string =>
  end.place && end.address ? `${end.place}, ${addressText({ ...end, place: null }, t)}` : addressText(end, t);

/** Both ends; where a place holds both, as a district does, its name tells nothing of the way: the addresses stand before it. */
export function partsOfEnds({ start, stop }: Pick<Trip, 'start' | 'stop'>, t: Translate): readonly [AddressParts, AddressParts] {
  const isWithin = start.place !== null && start.place === stop?.place && start.address !== stop.address;
  const parts = (end: Trip['start'] | null): AddressParts =>
    isWithin && end?.address ? { street: addressText({ ...end, place: null }, t), town: `, ${end.place}` } : addressParts(end, t);
  return [parts(start), parts(stop)];
}

/** A place has the name that somebody gave it: what follows a comma in it is no town. */
function addressParts(end: Trip['start'] | null, t: Translate): AddressParts {
  const text = addressText(end, t);
  const comma = end && !end.place && end.address ? text.indexOf(', ') : -1;
  return comma > 0 ? { street: text.slice(0, comma), town: text.slice(comma) } : { street: text, town: '' };
}

/** Whether both ends say the same town: where there is little room the stop says it for both, in every row. */
export const shareTown = (start: AddressParts, stop: AddressParts): boolean => start.town !== '' && start.town === stop.town;

/** Farther apart than this two ends are not the same place, although the same town is the nearest to both. */
const SAME_PLACE_M = 10_000;
const areFarApart = ({ start, stop }: Pick<Trip, 'start' | 'stop'>): boolean =>
  stop !== null &&
  start.lat !== null &&
  start.lng !== null &&
  stop.lat !== null &&
  stop.lng !== null &&
  haversineM(start.lat, start.lng, stop.lat, stop.lng) > SAME_PLACE_M;

/** `near Oslo` to `near Oslo` as one, `around Oslo`; null where the ends differ or lie far apart, or one of them is known exactly. */
export function roundText(ends: Pick<Trip, 'start' | 'stop'>, t: Translate): string | null {
  const { start, stop } = ends;
  const isNear = (end: Trip['start'] | null): boolean => end !== null && !end.place && end.address_is_approximate;
  return stop && start.address && isNear(start) && isNear(stop) && start.address === stop.address && !areFarApart(ends)
    ? aroundText(start.address, t)
    : null;
}

/** Both ends in a line, for what has one line for them: where they are the same, once. */
export function endsText(ends: Pick<Trip, 'start' | 'stop'>, t: Translate): string {
  const [from, to] = [addressText(ends.start, t), addressText(ends.stop, t)];
  return roundText(ends, t) ?? (from === to && !areFarApart(ends) ? t('FromAndTo', { place: from }) : `${from} – ${to}`);
}
