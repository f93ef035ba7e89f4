import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, ListBox, Popover } from 'react-aria-components';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';
import { Options, SEARCH_FROM, SearchedList } from './searched-list.tsx';
import type { SelectOption } from './select.tsx';

/**
 * A button that opens a list to choose one or many from. Nothing of the list exists while it is closed, so that a table may hold
 * one in each row.
 */
export function PickList(props: {
  /** The name of the button and of the list. */
  label: string;
  options: readonly SelectOption<string>[];
  selected: readonly string[];
  isMultiple?: boolean;
  onChange: (selected: readonly string[]) => void;
  onOpen?: () => void;
  /** What stands instead of the list while it is fetched or empty. */
  emptyText?: string;
  searchLabel: string;
  className?: string;
  /** It looks like a choice among the filters. */
  isSelect?: boolean;
  column?: string;
  /** Ids of what is said about it. */
  describedBy?: string;
  /** A form that is sent like that puts the focus here. */
  isWrong?: boolean;
  children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const list = (
    <ListBox
      aria-label={props.label}
      className={styles['list'] ?? ''}
      selectionMode={props.isMultiple ? 'multiple' : 'single'}
      disallowEmptySelection={!props.isMultiple}
      selectedKeys={props.selected}
      // Escape closes the list; it must not take back what was chosen.
      escapeKeyBehavior="none"
      renderEmptyState={() => <p className={styles['hint']}>{props.emptyText}</p>}
      onSelectionChange={(keys) => {
        if (keys === 'all') return;
        props.onChange([...keys].map(String));
        if (!props.isMultiple) setOpen(false);
      }}
    >
      <Options options={props.options} />
    </ListBox>
  );
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) props.onOpen?.();
      }}
    >
      <Button
        className={cx(props.className, (props.isSelect ?? props.className === undefined) && styles['select'])}
        aria-label={props.label}
        data-column={props.column}
        data-wrong={props.isWrong}
        {...(props.describedBy && { 'aria-describedby': props.describedBy })}
        data-active={props.isMultiple && props.selected.length > 0}
      >
        {props.children}
      </Button>
      <Popover className={styles['popover'] ?? ''} placement="bottom start" offset={4}>
        <Dialog aria-label={props.label} className={styles['pick'] ?? ''}>
          {props.options.length >= SEARCH_FROM ? (
            <SearchedList label={props.searchLabel} onEscape={() => setOpen(false)}>
              {list}
            </SearchedList>
          ) : (
            list
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** What a button of many choices says: all, the one, or how many. */
export function PickText(props: { children: ReactNode }): ReactNode {
  return (
    <>
      <span className={styles['value']}>{props.children}</span>
      <Icon name="chevron-down" size={16} className={styles['arrow']} />
    </>
  );
}
