import { useState, type ReactNode } from 'react';
import { Button, Header, ListBox, ListBoxSection, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';
import { Option, SEARCH_FROM, SearchedList } from './searched-list.tsx';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Options of one group stand together under its name. */
  readonly group?: string;
}

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
  const [isOpen, setOpen] = useState(false);
  const item = (option: SelectOption<T>): ReactNode => <Option key={option.value} {...option} />;
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
  return (
    <AriaSelect
      aria-label={props.label}
      className={props.className ?? ''}
      value={props.value}
      isOpen={isOpen}
      onOpenChange={setOpen}
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
        {props.searchLabel !== undefined && props.options.length >= SEARCH_FROM ? (
          <SearchedList label={props.searchLabel} onEscape={() => setOpen(false)}>
            {list}
          </SearchedList>
        ) : (
          list
        )}
      </Popover>
    </AriaSelect>
  );
}
