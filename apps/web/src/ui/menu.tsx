import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator, Text } from 'react-aria-components';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './overlay.module.css';

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** What it does, in a line below. */
  readonly help?: string | undefined;
  /** Leads out of the application. */
  readonly href?: string;
  /** Not to be chosen by a slip of the hand. */
  readonly isDangerous?: boolean;
  /** It can be seen, not chosen. */
  readonly isOff?: boolean;
}
/** Actions, or a choice of one when `selected` is given. */
export interface MenuGroup {
  readonly label?: string;
  readonly choices: readonly MenuChoice[];
  readonly selected?: string;
  readonly onChoose: (id: string) => void;
}

/** A menu under its trigger, which must be a React Aria button (`MenuButton`). */
export function ActionMenu(props: {
  label: string;
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  header?: ReactNode;
  placement?: 'bottom start' | 'bottom end';
}): ReactNode {
  return (
    <MenuTrigger>
      {props.trigger}
      <Popover className={styles['popover']} placement={props.placement ?? 'bottom end'} offset={6}>
        {props.header}
        <Menu className={styles['list']} aria-label={props.label}>
          {props.groups.map((group, index) => (
            <MenuSection
              key={group.label ?? index}
              aria-label={group.label ?? props.label}
              selectionMode={group.selected === undefined ? 'none' : 'single'}
              selectedKeys={group.selected === undefined ? [] : [group.selected]}
              disallowEmptySelection={group.selected !== undefined}
            >
              {(index > 0 || props.header) && <Separator className={styles['separator']} />}
              {group.label && <Header className={styles['heading']}>{group.label}</Header>}
              {group.choices.map((choice) => (
                <MenuItem
                  key={choice.id}
                  id={choice.id}
                  textValue={choice.label}
                  isDisabled={choice.isOff ?? false}
                  className={cx(styles['item'], choice.isDangerous && styles['dangerous'])}
                  {...(choice.href === undefined ? {} : { href: choice.href })}
                  onAction={() => group.onChoose(choice.id)}
                >
                  {choice.icon && <Icon name={choice.icon} size={18} className={styles['itemIcon']} />}
                  <span className={styles['itemText']}>
                    <Text slot="label">{choice.label}</Text>
                    {choice.help !== undefined && (
                      <Text slot="description" className={styles['itemHelp']}>
                        {choice.help}
                      </Text>
                    )}
                  </span>
                  {group.selected === choice.id && <Icon name="check" size={16} className={styles['check']} />}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
