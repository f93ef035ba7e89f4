import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { addressQuery } from '../queries.ts';
import styles from './address-search.module.css';

export interface FoundPlace {
  readonly label: string;
  readonly lat: number;
  readonly lng: number;
}

const DEBOUNCE_MS = 300;
const NEAREST = 5;

/** MAP-027: finds an address, sets a pin there and names the five units nearest to it. */
export function AddressSearch(props: {
  pin: FoundPlace | null;
  onPin: (pin: FoundPlace | null) => void;
  center: () => { lat: number; lng: number } | null;
  units: readonly LiveUnit[];
  onSelectUnit: (id: number) => void;
}): ReactNode {
  const { pin, onPin } = props;
  const t = useT();
  const send = useSend();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const text = useDeferredValue(asked);
  const [near, setNear] = useState<{ lat: number; lng: number } | null>(null);
  const query = useQuery(addressQuery(send, text, near));
  const hasText = text.length >= 3 && typed.trim().length >= 3;
  const found = query.data?.addresses ?? [];
  return (
    <div className={styles['search']}>
      <SearchField
        label={t('SearchAddress')}
        clearLabel={t('ClearSearch')}
        value={typed}
        isPageSearch
        onChange={(value) => {
          if (typed === '') setNear(props.center());
          setTyped(value);
        }}
      />
      {hasText && (
        <ul className={styles['results']} aria-label={t('SearchAddress')}>
          {found.map((place) => (
            <li key={`${place.label}${place.lat}`}>
              <button
                type="button"
                className={styles['result']}
                onClick={() => {
                  onPin(place);
                  setTyped('');
                  setAsked('');
                }}
              >
                <Icon name="pin" size={16} />
                {place.label}
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li className={styles['note']}>{query.isFetching ? t('SearchingAddress') : t('NoAddressFound')}</li>
          )}
        </ul>
      )}
      {pin && !hasText && (
        <NearestUnits pin={pin} units={props.units} onSelect={props.onSelectUnit} onRemove={() => onPin(null)} />
      )}
    </div>
  );
}

function NearestUnits(props: {
  pin: FoundPlace;
  units: readonly LiveUnit[];
  onSelect: (id: number) => void;
  onRemove: () => void;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const nearest = props.units
    .flatMap((unit) =>
      unit.position ? { unit, metres: haversineM(props.pin.lat, props.pin.lng, unit.position.lat, unit.position.lng) } : [],
    )
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, NEAREST);
  return (
    <div className={styles['nearest']}>
      <div className={styles['pin']}>
        <Icon name="pin" size={16} />
        <span className={styles['pinLabel']}>{props.pin.label}</span>
        <IconButton icon="close" isSmall label={t('RemovePin')} onClick={props.onRemove} />
      </div>
      <h3 className={styles['heading']}>{t('NearestUnits')}</h3>
      <ul className={styles['list']}>
        {nearest.map(({ unit, metres }) => (
          <li key={unit.id}>
            <button type="button" className={styles['result']} onClick={() => props.onSelect(unit.id)}>
              <span className={styles['unit']}>{unit.name}</span>
              <span className={styles['metres']}>{format.km(metres)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
