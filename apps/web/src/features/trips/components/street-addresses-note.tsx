import type { Trip } from '@spora/contract/trips/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { mapConfigQuery } from '../../../lib/map-config.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { isBoolean, storedItem } from '../../../lib/storage.ts';
import { IconButton } from '../../../ui/button.tsx';
import styles from './street-addresses-note.module.css';

const read = storedItem('view.street-addresses-read', 1, isBoolean);

/** A stop of business that only the nearest place names: what the tax authority asks of a log is missing. */
const lacksStreet = ({ type, is_masked, start, stop }: Trip): boolean =>
  type === 'business' && !is_masked && [start, stop].some((end) => end?.address_is_approximate === true && end.place === null);

/** Said once, below the log's tools, to whoever can do something about it: without a geocoder trips have no street addresses. */
export function StreetAddressesNote(props: { trips: readonly Trip[]; placesLink: ReactNode }): ReactNode {
  const t = useT();
  const send = useSend();
  const { IsAdmin: isAdmin } = useUser();
  const [isRead, setRead] = useState(() => read.read() === true);
  const isConcerned = isAdmin && !isRead && props.trips.some(lacksStreet);
  const config = useQuery({ ...mapConfigQuery(send), enabled: isConcerned });
  if (!isConcerned || config.data?.has_street_addresses !== false) return null;
  return (
    <aside className={styles['note']} aria-label={t('StreetAddressesTitle')}>
      <p>
        <strong>{t('StreetAddressesTitle')}.</strong> {t('StreetAddressesText')} {props.placesLink}
      </p>
      <IconButton
        icon="close"
        isSmall
        label={t('NoteRead')}
        onClick={() => {
          read.write(true);
          setRead(true);
        }}
      />
    </aside>
  );
}
