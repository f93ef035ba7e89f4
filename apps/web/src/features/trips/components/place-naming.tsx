import type { Trip } from '@spora/contract/trips/endpoints';
import { createContext, use, type ReactNode } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { addressText } from '../../../lib/address-text.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { startText } from '../model.ts';
import styles from './place-naming.module.css';

export type TripEnd = 'start' | 'stop';
const ENDS = ['start', 'stop'] as const;

/** Leads to the editor of a new place at an end of a trip; null for who makes none. */
const NamingContext = createContext<((trip: Trip, which: TripEnd) => void) | null>(null);
export const PlaceNaming = NamingContext.Provider;

/** The ends of a trip that can be given a name: they lie somewhere that is known, and have none yet, or that of a place that is no more. */
export const hasNoName = (trip: Trip, which: TripEnd): boolean => {
  const end = trip[which];
  return end !== null && end.lat !== null && (end.place === null || (end.place_is_removed ?? false));
};

/** TRIP-014, PLACE-011: the way from the row of a trip to a place where it began or ended; comes into sight with the row. */
export function NamePlaceMenu({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const name = use(NamingContext);
  const ends = ENDS.filter((which) => hasNoName(trip, which));
  if (!name || ends.length === 0) return null;
  return (
    <ActionMenu
      label={t('PlaceSave')}
      trigger={
        <PlainButton className={styles['opener'] ?? ''} aria-label={t('PlaceSaveOfTrip', { time: startText(trip, format) })}>
          <Icon name="pin" size={15} />
        </PlainButton>
      }
      groups={[
        {
          label: t('PlaceSave'),
          choices: ends.map((which) => ({ id: which, label: addressText(trip[which], t), icon: 'pin' as const })),
          onChoose: (id) => {
            const which = ends.find((each) => each === id);
            if (which) name(trip, which);
          },
        },
      ]}
    />
  );
}
