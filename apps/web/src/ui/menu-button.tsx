import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { buttonClass, type ButtonLook } from './button.tsx';
import { cx } from './cx.ts';

/** A button that opens a menu, popover or dialog of React Aria. With `isIcon`, `label` is its name and children its picture. */
export function MenuButton(props: {
  label?: string;
  look?: ButtonLook;
  isIcon?: boolean;
  isSmall?: boolean;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const { label, look = 'quiet', isIcon = false, isSmall, className, children } = props;
  return (
    <Button aria-label={label} className={cx(buttonClass({ look, isSmall }, isIcon), className)}>
      {children}
    </Button>
  );
}
