import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { cx } from '../../../ui/cx.ts';
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
  const found = hasText ? (query.data?.addresses ?? []) : [];
  const listId = useId();
  // Moved by the arrows; another answer begins anew.
  const [active, setActive] = useState<{ of: unknown; index: number } | null>(null);
  const activeIndex = active !== null && active.of === query.data && found.length > 0 ? active.index : -1;
  const choose = (place: FoundPlace): void => {
    onPin(place);
    setTyped('');
    setAsked('');
  };
  // Enter before the answer is there is not lost.
  const [isAwaited, setAwaited] = useState(false);
  const first = found[0];
  useEffect(() => {
    if (!isAwaited || query.isFetching || text !== typed.trim()) return;
    setAwaited(false);
    if (first) {
      onPin(first);
      setTyped('');
      setAsked('');
    }
  }, [isAwaited, query.isFetching, text, typed, first, onPin]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      const from = activeIndex < 0 && step < 0 ? 0 : activeIndex;
      setActive({ of: query.data, index: (from + step + found.length) % found.length });
    } else if (event.key === 'Enter' && typed.trim().length >= 3) {
      const place = text === typed.trim() && !query.isFetching ? found[Math.max(0, activeIndex)] : undefined;
      if (place) choose(place);
      else {
        setAsked(typed.trim());
        setAwaited(true);
      }
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles['search']}>
      <SearchField
        label={t('SearchAddress')}
        clearLabel={t('ClearSearch')}
        value={typed}
        isPageSearch
        onKeyDown={onKeyDown}
        list={{ id: listId, isOpen: hasText, activeId: activeIndex < 0 ? undefined : `${listId}-${activeIndex}` }}
        onChange={(value) => {
          setAwaited(false);
          if (typed === '') setNear(props.center());
          setTyped(value);
        }}
      />
      {hasText && (
        <div className={styles['results']}>
          <ul id={listId} role="listbox" className={styles['list']} aria-label={t('SearchAddress')}>
            {found.map((place, index) => (
              <li
                key={`${place.label}${place.lat}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                className={cx(styles['result'], index === activeIndex && styles['active'])}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                <Icon name="pin" size={16} />
                {place.label}
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p className={styles['note']} role="status">
              {query.isFetching ? t('SearchingAddress') : t('NoAddressFound')}
            </p>
          )}
        </div>
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
