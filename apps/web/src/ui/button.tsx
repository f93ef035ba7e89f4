import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface Look {
  look?: ButtonLook;
  isSmall?: boolean;
  isWide?: boolean;
}

/** The classes of a button, for links and for React Aria's own button. */
export const buttonClass = ({ look = 'plain', isSmall, isWide }: Look, isIcon = false): string =>
  cx(styles['button'], styles[look], isSmall && styles['small'], isWide && styles['wide'], isIcon && styles['icon']);

/** `isBusy` keeps the label, shows that the request runs and swallows further presses. */
export function Button(props: ComponentProps<'button'> & Look & { icon?: IconName; isBusy?: boolean }): ReactNode {
  const { look, isSmall, isWide, icon, isBusy, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ look, isSmall, isWide }), className)}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span className={styles['busy']} aria-hidden="true" /> : icon && <Icon name={icon} size={isSmall ? 16 : 18} />}
      {children}
    </button>
  );
}

/** A button with an icon only; `label` is its name and its tip. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string; look?: ButtonLook; isSmall?: boolean },
): ReactNode {
  const { icon, label, look = 'quiet', isSmall, className, ...rest } = props;
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(buttonClass({ look, isSmall }, true), className)}
    >
      <Icon name={icon} size={isSmall ? 16 : 20} />
    </button>
  );
}
