import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';
import { MenuButton } from './menu-button.tsx';
import styles from './overlay.module.css';

/** A button that opens a small panel under it, for settings that take effect at once; Escape and a press outside close it. */
export function PopoverButton(props: { label: string; icon: IconName; isIcon?: boolean; children: ReactNode }): ReactNode {
  return (
    <DialogTrigger>
      <MenuButton look="plain" isIcon={props.isIcon ?? false} {...(props.isIcon && { label: props.label })}>
        <Icon name={props.icon} size={18} />
        {!props.isIcon && props.label}
      </MenuButton>
      <Popover className={styles['popover']} placement="bottom end" offset={6}>
        <Dialog aria-label={props.label} className={styles['panel'] ?? ''}>
          {props.children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
