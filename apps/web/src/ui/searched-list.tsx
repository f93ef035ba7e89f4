import type { ReactNode } from 'react';
import { Autocomplete, Header, Input, ListBoxItem, ListBoxSection, SearchField } from 'react-aria-components';
import { finder } from '../lib/names.ts';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';

/** From this many options on a list can be searched. */
export const SEARCH_FROM = 9;

export interface ListOption {
  readonly value: string;
  readonly label: string;
  /** Options of one group stand together under its name, after those of none. */
  readonly group?: string;
  /** Why it cannot be chosen, or what else there is to know. */
  readonly note?: string;
  readonly isDisabled?: boolean;
}

/** Those of no group, and the groups in the order in which they are met. */
export function groupsOf<Each extends ListOption>(options: readonly Each[]): readonly (readonly [string | undefined, Each[]])[] {
  const groups = Map.groupBy(options, ({ group }) => group);
  return [[undefined, groups.get(undefined) ?? []], ...[...groups].filter(([group]) => group !== undefined)];
}

/** The options of a list, those of a group under its name. */
export function Options({ options }: { options: readonly ListOption[] }): ReactNode {
  return groupsOf(options).map(([group, ofGroup]) =>
    group === undefined ? (
      ofGroup.map((option) => <Option key={option.value} {...option} />)
    ) : (
      <ListBoxSection key={group} id={`group-${group}`}>
        <Header className={styles['heading']}>{group}</Header>
        {ofGroup.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </ListBoxSection>
    ),
  );
}

/** An option of a list, marked where it is chosen. */
function Option(props: ListOption): ReactNode {
  return (
    <ListBoxItem
      id={props.value}
      textValue={props.label}
      className={styles['item'] ?? ''}
      {...(props.isDisabled && { isDisabled: true })}
    >
      {({ isSelected }) => (
        <>
          <span className={styles['itemText']}>
            {props.label}
            {props.note && <span className={styles['itemHelp']}> {props.note}</span>}
          </span>
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
