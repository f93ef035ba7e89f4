import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { buttonClass, type ButtonLook } from './button.tsx';
import { cx } from './cx.ts';
import { useLookOnly } from './look-only.tsx';

/** A button that opens a menu, popover or dialog of React Aria. With `isIcon`, `label` is its name and children its picture. */
export function MenuButton(props: {
  label?: string;
  look?: ButtonLook;
  isIcon?: boolean;
  isSmall?: boolean;
  /** What was chosen is still running: the button takes no press. */
  isBusy?: boolean;
  /** Its choices change something or fetch a file: off where people may only look. */
  isWrite?: boolean;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const { label, look = 'quiet', isIcon = false, isSmall, isBusy = false, isWrite = false, className, children } = props;
  const isOff = useLookOnly() !== null && isWrite;
  return (
    <Button
      aria-label={label}
      isPending={isBusy}
      isDisabled={isOff}
      className={cx(buttonClass({ look, isSmall }, isIcon), className)}
    >
      {children}
    </Button>
  );
}
