import type { RateSubject } from '@spora/contract/accounts/settings';
import { useT } from '../../../lib/i18n.tsx';

/** A fuel, or whose car is driven, in words. */
export function useSubjectText(): (subject: RateSubject) => string {
  const t = useT();
  return (subject) =>
    subject === 'own' || subject === 'benefit' || subject === 'benefit-electric'
      ? t(`Car-${subject}`)
      : subject === 'passenger'
        ? t('RatePassenger')
        : t(`Fuel-${subject}`);
}
