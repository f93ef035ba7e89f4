import type { ReactNode } from 'react';
import {
  Autocomplete,
  Button,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SearchField,
  Select as AriaSelect,
  SelectValue,
  useFilter,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Options of one group stand together under its name. */
  readonly group?: string;
}

/** From this many options on the list can be searched. */
const SEARCH_FROM = 9;

/** A choice of one. `isActive` shows that it narrows what is seen; long lists with a `searchLabel` get a search. */
export function Select<const T extends string>(props: {
  label: string;
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  isActive?: boolean;
  searchLabel?: string;
  className?: string;
}): ReactNode {
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const item = (option: SelectOption<T>): ReactNode => (
    <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={styles['item'] ?? ''}>
      {({ isSelected }) => (
        <>
          <span className={styles['itemText']}>{option.label}</span>
          {isSelected && <Icon name="check" size={16} className={styles['check']} />}
        </>
      )}
    </ListBoxItem>
  );
  const groups = [...new Set(props.options.flatMap(({ group }) => group ?? []))];
  const list = (
    <ListBox className={styles['list'] ?? ''}>
      {props.options.filter(({ group }) => group === undefined).map(item)}
      {groups.map((group) => (
        <ListBoxSection key={group} id={`group-${group}`}>
          <Header className={styles['heading']}>{group}</Header>
          {props.options.filter((option) => option.group === group).map(item)}
        </ListBoxSection>
      ))}
    </ListBox>
  );
  const isSearchable = props.searchLabel !== undefined && props.options.length >= SEARCH_FROM;
  return (
    <AriaSelect
      aria-label={props.label}
      className={props.className ?? ''}
      value={props.value}
      onChange={(key) => {
        const chosen = props.options.find((option) => option.value === key);
        if (chosen) props.onChange(chosen.value);
      }}
    >
      <Button className={styles['select'] ?? ''} data-active={props.isActive}>
        <SelectValue className={styles['value'] ?? ''}>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="chevron-down" size={16} className={styles['arrow']} />
      </Button>
      <Popover className={styles['popover'] ?? ''} offset={4}>
        {isSearchable ? (
          <Autocomplete filter={contains}>
            <SearchField aria-label={props.searchLabel} autoFocus className={styles['listSearch'] ?? ''}>
              <Icon name="search" size={16} />
              <Input placeholder={props.searchLabel} />
            </SearchField>
            {list}
          </Autocomplete>
        ) : (
          list
        )}
      </Popover>
    </AriaSelect>
  );
}
