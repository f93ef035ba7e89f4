import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { navigateTo } from './navigate.ts';

/** A link to another public page. A press with a modifier key opens a tab, as everywhere. */
export function PublicLink(props: ComponentProps<'a'> & { href: string }): ReactNode {
  const { href, onClick, children, ...rest } = props;
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigateTo(href);
  };
  return (
    <a {...rest} href={href} onClick={go}>
      {children}
    </a>
  );
}
