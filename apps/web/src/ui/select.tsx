import { useState, type ReactNode } from 'react';
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';
import { type ListOption, Options, SEARCH_FROM, SearchedList } from './searched-list.tsx';

export interface SelectOption<T extends string> extends ListOption {
  readonly value: T;
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
  const list = (
    <ListBox className={styles['list'] ?? ''}>
      <Options options={props.options} />
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
