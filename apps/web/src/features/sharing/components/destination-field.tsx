import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { DestinationChoice } from '../use-destination.ts';
import styles from './share.module.css';

/** A press lasts: what is found must not move the button away from under it. */
const PRESS_MS = 300;

/** Where the units are going: looked for by the button, by Enter and when the field is left; what is found is picked under it. */
export function DestinationField(props: { destination: DestinationChoice; inputRef: Ref<HTMLInputElement> }): ReactNode {
  const { destination } = props;
  const { typed, found, picked } = destination;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const isOpen = typed.trim() !== '' && picked === null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isOpen) return;
    event.preventDefault();
    void destination.settle();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    const goesTo = relatedTarget instanceof Element ? relatedTarget : null;
    // Making the link looks for it, too.
    if (!isOpen || found.length > 0 || box.current?.contains(goesTo) || goesTo?.matches('[type="submit"]')) return;
    leaving.current = setTimeout(() => void destination.settle(), PRESS_MS);
  };
  return (
    <div className={styles['boxes']} ref={box}>
      <TextField
        ref={props.inputRef}
        label={t('ShareDestination')}
        help={t('ShareDestinationHelp')}
        value={typed}
        autoComplete="off"
        error={destination.error}
        onChange={({ target }) => destination.type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onFocus={() => clearTimeout(leaving.current)}
        trailing={
          <Button look="quiet" isWrite={false} isBusy={destination.isSearching} onClick={() => void destination.settle()}>
            {t('ShareDestinationFind')}
          </Button>
        }
      />
      {found.length > 0 && (
        <div role="radiogroup" aria-label={t('ShareDestination')}>
          {found.map((place) => (
            <label key={`${place.lat} ${place.lng}`} className={styles['place']}>
              <input
                type="radio"
                name="share-destination"
                checked={picked?.lat === place.lat && picked.lng === place.lng}
                onChange={() => destination.pick(place)}
              />
              {place.label}
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
