import type { Format, Instant } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { nearMoment } from '../../lib/near-moment.ts';

/**
 * TRIP-032: of when somebody drove privately others are told the day alone, as its midnight: that is no time of the clock. Nobody else's
 * moment is one to the second.
 */
export const isDayAlone = (instant: Instant, format: Format): boolean => format.exactTime(instant).endsWith(' 00:00:00');

/** When something was, as far as it is told. */
export const toldMoment = (instant: Instant, format: Format): string =>
  isDayAlone(instant, format) ? format.day(instant) : format.dateTime(instant);

/** The same as one says it, by today. */
export const toldNearMoment = (instant: Instant, now: number, { t, format }: { t: Translate; format: Format }): string =>
  isDayAlone(instant, format) ? format.day(instant) : nearMoment(instant, now, { t, format });
