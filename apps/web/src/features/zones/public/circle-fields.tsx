import { ADDRESS_SEARCH_MIN } from '@spora/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { countryOf } from '../../../lib/country-name.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { closeScreenKeyboard } from '../../../lib/screen-keyboard.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { METRES_TEXT_MAX } from '../../../lib/number-text.ts';
import type { Send } from '../../../lib/send.ts';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { coordinatesText, readCoordinates } from '../../../map/circle.ts';
import type { MapPoint } from '../../../map/shapes.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { centerOf, type Circle } from './use-circle.ts';
import styles from './circle.module.css';

/** Somewhere a circle can begin, such as where a unit is, or a place. */
export interface CircleSource {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Null: it is not known where that is. */
  readonly find: (value: string) => Promise<(MapPoint & { readonly address?: string }) | null>;
  /** The circle begins there now. */
  readonly onTaken?: (value: string) => void;
}

const foundQuery = (send: Send, text: string) =>
  queryOptions({
    ...endpointQuery(send, 'tracking.find-address', { query: { q: text } }),
    enabled: text.length >= ADDRESS_SEARCH_MIN,
    staleTime: 5 * 60_000,
  });

/** GEO-013, SAFE-009: where a circle lies, by address, coordinates, or as something else lies, and how large it is. */
export function CircleFields(props: {
  circle: Circle;
  errorOf: (field: 'address' | 'radius' | 'point') => string | null;
  sources?: readonly CircleSource[];
  addressMax: number;
  radiusHelp?: ReactNode;
}): ReactNode {
  const { circle, errorOf } = props;
  const t = useT();
  const sources = (props.sources ?? []).filter(({ options }) => options.length > 0);
  const begin = (source: CircleSource, value: string): void =>
    void source
      .find(value)
      .then((found) => {
        if (!found) return circle.tell(t('CircleNoPosition'));
        circle.seek();
        if (found.address) circle.change({ lat: found.lat, lng: found.lng, address: found.address, isTyped: false });
        else circle.place({ lat: found.lat, lng: found.lng });
        source.onTaken?.(value);
      })
      .catch(() => circle.tell(t('CircleLookupFailed')));
  return (
    <>
      {/* First, as the quickest: on a phone what stands below the address is below the fold. */}
      {sources.length > 0 && (
        <div className={cx(styles['pair'], styles['sources'])}>
          {sources.map((source) => (
            <PickField
              key={source.label}
              label={source.label}
              value=""
              noneText={t('CircleChoose')}
              options={source.options}
              onChange={(value) => value !== '' && begin(source, value)}
            />
          ))}
        </div>
      )}
      <AddressField circle={circle} max={props.addressMax} error={errorOf('address') ?? errorOf('point') ?? circle.lookupError} />
      <div className={styles['pair']}>
        <TextField
          label={t('CircleRadius')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="300"
          maxLength={METRES_TEXT_MAX}
          value={circle.form.radius}
          onChange={({ target }) => circle.change({ radius: target.value.replace(/\D/g, '') })}
          help={props.radiusHelp}
          error={errorOf('radius')}
        />
        <CoordinatesField circle={circle} />
      </div>
    </>
  );
}

/** An address with what is found for it; arrows and Enter choose. */
function AddressField({ circle, max, error }: { circle: Circle; max: number; error: string | null }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const listId = useId();
  const { address, isTyped } = circle.form;
  const [asked, setAsked] = useState('');
  const [text, setText] = useSettledText(asked, setAsked);
  const query = useQuery(foundQuery(useSend(), asked));
  const isOpen = isTyped && asked.length >= ADDRESS_SEARCH_MIN && text.trim().length >= ADDRESS_SEARCH_MIN;
  const found = isOpen ? (query.data?.addresses ?? []) : [];
  const [active, setActive] = useState({ of: '', index: 0 });
  const index = active.of === asked ? Math.min(active.index, found.length - 1) : 0;
  const choose = (place: (typeof found)[number] | undefined): void => {
    if (!place) return;
    circle.change({ address: place.label.slice(0, max), lat: place.lat, lng: place.lng, isTyped: false });
    circle.seek();
    setText('');
    setAsked('');
    closeScreenKeyboard();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setActive({ of: asked, index: (index + step + found.length) % found.length });
    // Never sends the form while an address is being chosen.
    else if (event.key === 'Enter' && isTyped) choose(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['search']}>
      <TextField
        label={t('CircleAddress')}
        autoComplete="off"
        maxLength={max}
        value={address || circle.foundAddress}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${index}` : undefined}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          circle.change({ address: target.value, isTyped: target.value.trim() !== '' });
          setText(target.value);
        }}
        // The error says the same.
        help={error ? undefined : t('CircleAddressHelp')}
        error={error}
      />
      {isOpen && (
        <div className={styles['results']}>
          <ul id={listId} role="listbox" className={styles['found']} aria-label={t('CircleFound')}>
            {found.map((place, i) => (
              <li
                key={`${place.label}${place.lat}`}
                id={`${listId}-${i}`}
                role="option"
                aria-selected={i === index}
                className={cx(styles['result'], i === index && styles['active'])}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                <Icon name="pin" size={16} />
                {place.label}
                <span className={styles['country']}>{countryOf(place, language)}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p className={styles['note']} role="status">
              {query.isFetching ? t('CircleSearching') : query.error ? t('CircleLookupFailed') : t('CircleFoundNone')}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Latitude and longitude in one field, as they are copied from elsewhere. */
function CoordinatesField({ circle }: { circle: Circle }): ReactNode {
  const t = useT();
  const center = centerOf(circle.form);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (center ? coordinatesText(center) : '');
  const isWrong = typed !== null && typed.trim() !== '' && !readCoordinates(typed);
  const take = (): void => {
    const point = typed === null ? null : readCoordinates(typed);
    if (point) {
      circle.seek();
      circle.place(point);
    }
    if (point || typed?.trim() === '') setTyped(null);
  };
  return (
    <TextField
      label={t('CircleCoordinates')}
      autoComplete="off"
      placeholder="59.329300, 18.068600"
      value={shown}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === null) return;
        event.preventDefault();
        take();
      }}
      error={isWrong ? t('CircleCoordinatesWrong') : null}
    />
  );
}
