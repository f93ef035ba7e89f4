import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './suggest-field.module.css';
import { fittingSuggestions, SuggestionList, type Suggestion } from './suggestion-list.tsx';

/** A text in a form with what is usual under it: opened by a finger, by typing and by the arrow down; Escape closes the list alone. */
export function SuggestField(
  props: Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'help' | 'maxLength' | 'value'> & {
    value: string;
    suggestions: readonly Suggestion[];
    /** It is come to in order to be filled in: what is usual stands under it at once. */
    opensOnFocus?: boolean;
    onChange: (value: string) => void;
  },
): ReactNode {
  const { suggestions, opensOnFocus = false, onChange, ...field } = props;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const listId = useId();
  const fitting = fittingSuggestions(suggestions, field.value);
  const isListed = isOpen && fitting.length > 0;
  const change = (value: string, isChosen: boolean): void => {
    setOpen(!isChosen);
    setAt(-1);
    onChange(value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = isListed ? fitting[at] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isListed) setOpen(event.key === 'ArrowDown');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((before) => Math.max(-1, Math.min(fitting.length - 1, before + step)));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      change(chosen.text, true);
    } else if (event.key === 'Escape' && isListed) {
      // A list that opened of itself is not what somebody means to close.
      if (!opensOnFocus || field.value !== '' || at >= 0) event.stopPropagation();
      setOpen(false);
      setAt(-1);
    }
  };
  return (
    <div className={styles['place']}>
      <TextField
        {...field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && at >= 0 ? `${listId}-${at}` : undefined}
        onPointerDown={() => setOpen(true)}
        onFocus={() => opensOnFocus && setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => change(event.target.value, false)}
        onKeyDown={onKeyDown}
      />
      {isListed && (
        <SuggestionList id={listId} label={field.label} suggestions={fitting} at={at} onChoose={(text) => change(text, true)} />
      )}
    </div>
  );
}
