import type { Trip } from '@spora/contract/trips/endpoints';
import type { Translate } from '@spora/messages/translate';

/** An end of a trip in words; somebody else's private trip has none. */
export function addressText(end: Trip['start'] | null, t: Translate): string {
  if (!end) return '';
  if (end.place) return end.place;
  if (end.address) return end.address_is_approximate ? t('NearAddress', { place: end.address }) : end.address;
  return end.lat === null ? t('NoPosition') : t('NoAddress');
}

/** `near Oslo` to `near Oslo` as one, `around Oslo`; null where the ends differ, or one of them is known exactly. */
export function roundText({ start, stop }: Pick<Trip, 'start' | 'stop'>, t: Translate): string | null {
  const isNear = (end: Trip['start'] | null): boolean => end !== null && !end.place && end.address_is_approximate;
  return stop && start.address && isNear(start) && isNear(stop) && start.address === stop.address
    ? t('AroundAddress', { place: start.address })
    : null;
}

/** Both ends in a line, for what has one line for them: where they are the same, once. */
export function endsText(ends: Pick<Trip, 'start' | 'stop'>, t: Translate): string {
  const [from, to] = [addressText(ends.start, t), addressText(ends.stop, t)];
  return roundText(ends, t) ?? (from === to ? t('FromAndTo', { place: from }) : `${from} – ${to}`);
}
