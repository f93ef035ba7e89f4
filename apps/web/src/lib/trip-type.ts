import type { TripType } from '@spora/contract/units/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { useCallback } from 'react';
import { useT } from './i18n.tsx';
import { useUser } from './session-context.tsx';

const NAMES = { business: 'TripTypeBusiness', private: 'TripTypePrivate', other: 'TripTypeOther' } as const satisfies Record<
  TripType,
  MessageKey
>;

/** TRIP-003: what a trip type is called here; an account may have a name of its own for `other`. */
export function useTripTypeText(): (type: TripType) => string {
  const t = useT();
  const { OtherTripType } = useUser();
  return useCallback((type) => (type === 'other' && OtherTripType !== '' ? OtherTripType : t(NAMES[type])), [t, OtherTripType]);
}
