import { ADDRESS_SEARCH_MIN } from '@spora/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { countryOf } from '../lib/country-name.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useLanguage, useT } from '../lib/i18n.tsx';
import { closeScreenKeyboard } from '../lib/screen-keyboard.ts';
import { useSend } from '../lib/send-context.tsx';
import type { Send } from '../lib/send.ts';
import { useSettledText } from '../lib/use-settled-text.ts';
import styles from './address-field.module.css';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { TextField } from './text-field.tsx';

/** What is found for an address, once enough of it is typed. */
export const foundQuery = (send: Send, text: string) =>
  queryOptions({
    ...endpointQuery(send, 'tracking.find-address', { query: { q: text } }),
    enabled: text.length >= ADDRESS_SEARCH_MIN,
    staleTime: 5 * 60_000,
  });

/** An address with what is found for it as it is typed; arrows and Enter choose. */
export function AddressField(props: {
  label: string;
  value: string;
  max: number;
  /** It was typed and says nothing of the point yet. */
  isTyped: boolean;
  help?: ReactNode;
  error: string | null;
  onType: (text: string) => void;
  onChoose: (place: { readonly label: string; readonly lat: number; readonly lng: number }) => void;
}): ReactNode {
  const { isTyped, max, error } = props;
  const t = useT();
  const { language } = useLanguage();
  const listId = useId();
  const [asked, setAsked] = useState('');
  const [text, setText] = useSettledText(asked, setAsked);
  const query = useQuery(foundQuery(useSend(), asked));
  const isOpen = isTyped && asked.length >= ADDRESS_SEARCH_MIN && text.trim().length >= ADDRESS_SEARCH_MIN;
  const found = isOpen ? (query.data?.addresses ?? []) : [];
  const [active, setActive] = useState({ of: '', index: 0 });
  const index = active.of === asked ? Math.min(active.index, found.length - 1) : 0;
  const choose = (place: (typeof found)[number] | undefined): void => {
    if (!place) return;
    props.onChoose({ label: place.label.slice(0, max), lat: place.lat, lng: place.lng });
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
        label={props.label}
        autoComplete="off"
        maxLength={max}
        value={props.value}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${listId}-${index}` : undefined}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          props.onType(target.value);
          setText(target.value);
        }}
        help={props.help}
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
