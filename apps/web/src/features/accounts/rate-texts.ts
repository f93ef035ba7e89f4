import type { RateSubject } from '@spora/contract/accounts/settings';
import type { Translate } from '@spora/messages/translate';

/** A fuel, or whose car is driven, in words. */
export const subjectText = (subject: RateSubject, t: Translate): string =>
  subject === 'own' || subject === 'benefit' || subject === 'benefit-electric'
    ? t(`Car-${subject}`)
    : subject === 'passenger'
      ? t('RatePassenger')
      : t(`Fuel-${subject}`);
