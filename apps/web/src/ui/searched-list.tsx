import type { ReactNode } from 'react';
import { Autocomplete, Input, ListBoxItem, SearchField } from 'react-aria-components';
import { finder } from '../lib/names.ts';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';

/** From this many options on a list can be searched. */
export const SEARCH_FROM = 9;

/** An option of a list, marked where it is chosen. */
export function Option(props: { value: string; label: string }): ReactNode {
  return (
    <ListBoxItem id={props.value} textValue={props.label} className={styles['item'] ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles['itemText']}>{props.label}</span>
          {isSelected && <Icon name="check" size={16} className={styles['check']} />}
        </>
      )}
    </ListBoxItem>
  );
}

/** A list of options (`children`) below a field to find them by, as every list of names is searched (decision 0082). */
export function SearchedList(props: { label: string; onEscape: () => void; children: ReactNode }): ReactNode {
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return;
        // The search has an Escape of its own, which would take back what was typed and leave the list open.
        event.stopPropagation();
        event.preventDefault();
        props.onEscape();
      }}
    >
      <Autocomplete filter={(text, typed) => finder(typed)(text)}>
        <SearchField aria-label={props.label} autoFocus className={styles['listSearch'] ?? ''}>
          <Icon name="search" size={16} />
          <Input placeholder={props.label} />
        </SearchField>
        {props.children}
      </Autocomplete>
    </div>
  );
}
