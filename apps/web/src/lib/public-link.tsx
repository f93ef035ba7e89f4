import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { navigateTo } from './navigate.ts';

interface Props extends ComponentProps<'a'> {
  readonly href: string;
  /** What a plain press does instead of going there; in a tab of its own the page opens as its address says. */
  readonly onGo?: (() => void) | undefined;
}

/** A link to another public page. A press with a modifier key opens a tab, as everywhere. */
export function PublicLink(props: Props): ReactNode {
  const { href, onGo, onClick, children, ...rest } = props;
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (onGo) onGo();
    else navigateTo(href);
  };
  return (
    <a {...rest} href={href} onClick={go}>
      {children}
    </a>
  );
}
