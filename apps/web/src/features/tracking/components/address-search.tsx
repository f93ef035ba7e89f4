import { ADDRESS_SEARCH_MIN } from '@spora/contract/limits';
import { haversineM } from '@spora/telemetry/geometry';
import { useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { countryOf } from '../../../lib/country-name.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { closeScreenKeyboard } from '../../../lib/screen-keyboard.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { cx } from '../../../ui/cx.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { addressQuery } from '../queries.ts';
import styles from './address-search.module.css';
import { FIRST_OPTIONS } from '../filter-search.ts';
import { type FoundPlace, foundFor } from '../first-view.ts';
import { compareUnits, matches, type ShownUnit } from '../model.ts';

const DEBOUNCE_MS = 300;
const NEAREST = 5;
/** Units among what is found, so that addresses stay in sight. */
const UNITS_FOUND = 5;

type Hit = { readonly unit: ShownUnit } | { readonly place: FoundPlace };

/** MAP-027: finds an address, sets a pin there and names the five units nearest to it; on a phone, the one search, also units. */
export function AddressSearch(props: {
  pin: FoundPlace | null;
  onPin: (pin: FoundPlace | null) => void;
  center: () => { lat: number; lng: number } | null;
  units: readonly ShownUnit[];
  findsUnits?: boolean;
  onSelectUnit: (id: number) => void;
  /** What stands in the field. */
  onType?: (text: string) => void;
}): ReactNode {
  const { pin, onPin, onType, findsUnits: isPhone = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const send = useSend();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => onType?.(typed.trim()), [onType, typed]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const text = useDeferredValue(asked);
  const [near, setNear] = useState<{ lat: number; lng: number } | null>(null);
  const query = useQuery(addressQuery(send, text, near));
  const wanted = typed.trim();
  const asksPlaces = text.length >= ADDRESS_SEARCH_MIN && wanted.length >= ADDRESS_SEARCH_MIN;
  const units =
    isPhone && wanted !== ''
      ? props.units
          .filter((unit) => matches(unit, { ...FIRST_OPTIONS, search: wanted }, 0))
          .toSorted(compareUnits(FIRST_OPTIONS, language, 0))
          .slice(0, UNITS_FOUND)
      : [];
  const places = asksPlaces ? (query.data?.addresses ?? []).map((place) => foundFor(wanted, place)) : [];
  const found: readonly Hit[] = [...units.map((unit) => ({ unit })), ...places.map((place) => ({ place }))];
  // What was found waits while somebody is elsewhere, and is there again when they come back.
  const [isLeft, setLeft] = useState(false);
  /** What tells a hit from others that are called alike: a plate, a country, and how far away it is where that is not enough. */
  const aside = (hit: Hit): string | null => {
    if ('unit' in hit) return hit.unit.registration_number;
    const { place } = hit;
    const country = countryOf(place, language);
    const isAlone = places.every(
      (other) => other === place || other.label !== place.label || other.country_code !== place.country_code,
    );
    const metres = isAlone || !near ? null : haversineM(near.lat, near.lng, place.lat, place.lng);
    return (
      [country, metres === null ? null : format.km(metres), place.lacksNumber ? t('WithoutHouseNumber') : null]
        .filter((part) => part !== null)
        .join(' · ') || null
    );
  };
  const hasText = !isLeft && (asksPlaces || found.length > 0);
  const label = isPhone ? t('SearchUnitOrAddress') : t('SearchAddress');
  const answer = `${wanted}\n${found.length}\n${query.dataUpdatedAt}`;
  const listId = useId();
  // Moved by the arrows; another answer begins anew.
  const [active, setActive] = useState<{ of: string; index: number } | null>(null);
  const activeIndex = active !== null && active.of === answer && found.length > 0 ? active.index : -1;
  const finish = useCallback(() => {
    setTyped('');
    setAsked('');
    closeScreenKeyboard({ isPhone });
  }, [isPhone]);
  // Only as it is chosen: a card that comes back while the focus is on its way elsewhere lets it go.
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pin && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [pin]);
  const choose = (hit: Hit): void => {
    finish();
    if ('unit' in hit) props.onSelectUnit(hit.unit.id);
    else onPin(hit.place);
  };
  // Enter before the answer is there is not lost.
  const [isAwaited, setAwaited] = useState(false);
  const first = places[0];
  useEffect(() => {
    if (!isAwaited || query.isFetching || text !== wanted) return;
    setAwaited(false);
    if (first) {
      finish();
      onPin(first);
    }
  }, [isAwaited, query.isFetching, text, wanted, first, onPin, finish]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      const from = activeIndex < 0 && step < 0 ? 0 : activeIndex;
      setActive({ of: answer, index: (from + step + found.length) % found.length });
    } else if (event.key === 'Enter' && (units.length > 0 || wanted.length >= ADDRESS_SEARCH_MIN)) {
      const isAnswered = units.length > 0 || (text === wanted && !query.isFetching);
      const hit = isAnswered ? found[Math.max(0, activeIndex)] : undefined;
      if (hit) choose(hit);
      else {
        setAsked(wanted);
        setAwaited(true);
      }
    } else return;
    event.preventDefault();
  };
  return (
    <div
      className={styles['search']}
      onFocus={() => setLeft(false)}
      onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
    >
      <SearchField
        inputRef={field}
        label={label}
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
          <ul id={listId} role="listbox" className={styles['list']} aria-label={label}>
            {found.map((hit, index) => (
              <li
                key={'unit' in hit ? `unit-${hit.unit.id}` : `${hit.place.label}${hit.place.lat}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                className={cx(styles['result'], index === activeIndex && styles['active'])}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(hit)}
              >
                <Icon name={'unit' in hit ? 'truck' : 'pin'} size={16} />
                <span className={styles['unit']}>{'unit' in hit ? hit.unit.name : hit.place.label}</span>
                <span className={styles['metres']}>{aside(hit)}</span>
              </li>
            ))}
          </ul>
          {asksPlaces && found.length === 0 && (
            <p className={styles['note']} role="status">
              {query.isFetching ? t('SearchingAddress') : t('NoAddressFound')}
            </p>
          )}
        </div>
      )}
      {pin && !hasText && (
        <NearestUnits
          pin={pin}
          units={props.units}
          isFolded={isPhone}
          card={card}
          onSelect={props.onSelectUnit}
          onRemove={() => {
            onPin(null);
            if (!isPhone) field.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function NearestUnits(props: {
  pin: FoundPlace;
  units: readonly ShownUnit[];
  /** A phone's map is no larger than the list: it opens when asked. */
  isFolded: boolean;
  card: RefObject<HTMLDivElement | null>;
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
    <div ref={props.card} role="group" tabIndex={-1} aria-label={props.pin.label} className={styles['nearest']}>
      <div className={styles['pin']}>
        <Icon name="pin" size={16} />
        <span className={styles['pinLabel']}>{props.pin.label}</span>
        <IconButton icon="close" isSmall label={t('RemovePin')} onClick={props.onRemove} />
      </div>
      {props.pin.lacksNumber && <p className={styles['note']}>{t('PinWithoutHouseNumber')}</p>}
      <details open={!props.isFolded}>
        <summary className={styles['heading']}>
          <h3>{t('NearestUnits')}</h3>
        </summary>
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
      </details>
    </div>
  );
}
