import type { Trip } from '@spora/contract/trips/endpoints';
import type { Translate } from '@spora/messages/translate';

/** An end of a trip in words; somebody else's private trip has none. */
export function addressText(end: Trip['start'] | null, t: Translate): string {
  if (!end) return '';
  if (end.place) return end.place;
  if (end.address) return end.address_is_approximate ? t('NearAddress', { place: end.address }) : end.address;
  return end.lat === null ? t('NoPosition') : t('NoAddress');
}
