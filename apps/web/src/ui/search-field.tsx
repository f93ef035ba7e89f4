import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** The search of a page; `/` brings the focus here (`data-page-search`). */
export function SearchField(props: {
  label: string;
  /** What stands in the empty field where there is no room for the label. */
  hint?: string | undefined;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  isPageSearch?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Before the field's own keys; what it prevents they leave alone. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The results that the arrows move along while the focus stays in the field. */
  list?: { readonly id: string; readonly isOpen: boolean; readonly activeId: string | undefined };
}): ReactNode {
  return (
    <div className={styles['frame']}>
      <Icon name="search" size={18} className={styles['leading']} />
      <input
        ref={props.inputRef}
        type="search"
        className={styles['input']}
        placeholder={props.hint ?? props.label}
        aria-label={props.label}
        value={props.value}
        data-page-search={props.isPageSearch ? '' : undefined}
        {...(props.list && {
          role: 'combobox',
          'aria-expanded': props.list.isOpen,
          'aria-controls': props.list.isOpen ? props.list.id : undefined,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': props.list.activeId,
          autoComplete: 'off',
        })}
        aria-keyshortcuts={props.isPageSearch ? '/' : undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          if (event.defaultPrevented || event.key !== 'Escape') return;
          if (props.value) props.onChange('');
          else event.currentTarget.blur();
        }}
      />
      {props.value && <IconButton icon="close" isSmall label={props.clearLabel} onClick={() => props.onChange('')} />}
    </div>
  );
}
