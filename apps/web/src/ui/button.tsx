import { use, type ComponentProps, type ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';
import { InDialog, OffReason, useLookOnly } from './look-only.tsx';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

interface Look {
  look?: ButtonLook;
  isSmall?: boolean;
  isWide?: boolean;
}

/** The classes of a button, for links and for React Aria's own button. */
export const buttonClass = ({ look = 'plain', isSmall, isWide }: Look, isIcon = false): string =>
  cx(styles['button'], styles[look], isSmall && styles['small'], isWide && styles['wide'], isIcon && styles['icon']);

/**
 * `isBusy` keeps the label, shows that the request runs and swallows further presses. `isWrite`: it changes something, or leads to a form
 * that does, and is off where people may only look; without a word what adds, removes, sends a form, fetches a file or waits for an
 * answer (`isBusy`) does. What a form or a dialog is there for says why it is off.
 */
export function Button(
  props: ComponentProps<'button'> & Look & { icon?: IconName; isBusy?: boolean; isWrite?: boolean },
): ReactNode {
  const { look, isSmall, isWide, icon, isBusy, className, children, onClick, ...others } = props;
  const isSending = others.type === 'submit';
  const isUsuallyWrite = isSending || icon === 'plus' || icon === 'download' || look === 'danger' || isBusy !== undefined;
  const { isWrite = isUsuallyWrite, ...rest } = others;
  const reason = useLookOnly();
  const isOff = isWrite && reason !== null;
  const isMain = look === 'danger' || look === 'primary';
  const saysWhy = isSending || (use(InDialog) && isMain);
  const button = (
    <button
      type="button"
      {...rest}
      {...(isOff && { disabled: true, title: reason })}
      className={cx(buttonClass({ look, isSmall, isWide }), className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <span className={styles['busy']} aria-hidden="true" /> : icon && <Icon name={icon} size={isSmall ? 16 : 18} />}
      {children}
    </button>
  );
  if (!isOff || !saysWhy) return button;
  return (
    <>
      {button}
      <OffReason reason={reason} />
    </>
  );
}

/** A button with an icon only; `label` is its name and its tip. `isWrite`: as of `Button`, where it says so. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'children'> & {
    icon: IconName;
    label: string;
    look?: ButtonLook;
    isSmall?: boolean;
    isWrite?: boolean;
  },
): ReactNode {
  const { icon, label, look = 'quiet', isSmall, isWrite = false, className, ...rest } = props;
  const reason = useLookOnly();
  return (
    <button
      type="button"
      title={label}
      {...rest}
      {...(isWrite && reason !== null && { disabled: true, title: reason })}
      aria-label={label}
      className={cx(buttonClass({ look, isSmall }, true), className)}
    >
      <Icon name={icon} size={isSmall ? 16 : 20} />
    </button>
  );
}
