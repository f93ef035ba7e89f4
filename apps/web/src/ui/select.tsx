import type { ReactNode } from 'react';
import { Button, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { Icon } from './icon.tsx';
import styles from './overlay.module.css';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** A choice of one. `isActive` shows that it narrows what is seen. */
export function Select<const T extends string>(props: {
  label: string;
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  isActive?: boolean;
  className?: string;
}): ReactNode {
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
        <ListBox className={styles['list'] ?? ''}>
          {props.options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={styles['item'] ?? ''}>
              {({ isSelected }) => (
                <>
                  <span className={styles['itemText']}>{option.label}</span>
                  {isSelected && <Icon name="check" size={16} className={styles['check']} />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
