import { type ReactNode, type Ref } from 'react';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** The search of a page; `/` brings the focus here (`data-page-search`). */
export function SearchField(props: {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  isPageSearch?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}): ReactNode {
  return (
    <div className={styles['frame']} data-compact="true">
      <Icon name="search" size={18} className={styles['leading']} />
      <input
        ref={props.inputRef}
        type="search"
        className={styles['input']}
        placeholder={props.label}
        aria-label={props.label}
        value={props.value}
        data-page-search={props.isPageSearch ? '' : undefined}
        aria-keyshortcuts={props.isPageSearch ? '/' : undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (props.value) props.onChange('');
          else event.currentTarget.blur();
        }}
      />
      {props.value && <IconButton icon="close" isSmall label={props.clearLabel} onClick={() => props.onChange('')} />}
    </div>
  );
}
