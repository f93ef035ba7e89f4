import type { ReactNode } from 'react';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const SHOWN_MAX = 100;

/**
 * An address as people read it: letters instead of their codes, nothing that turns or hides the text around it, and of a long
 * one both ends.
 */
export function readableAddress(address: string): string {
  let text = address;
  try {
    text = decodeURI(address);
  } catch {
    // Broken codes are shown as they came.
  }
  const letters = [...text.replace(/[\p{C}\p{Z}]/gu, (letter) => (letter === ' ' ? ' ' : '\ufffd'))];
  if (letters.length <= SHOWN_MAX) return letters.join('');
  return `${letters.slice(0, SHOWN_MAX - 25).join('')}…${letters.slice(-24).join('')}`;
}

/** NAV-024: what was asked for, and one way on. */
export function NotFound(props: {
  address: string;
  way: { href: string; label: string };
  /** Instead of the usual one, of an address as people read it. */
  textOf?: (address: string) => string;
}): ReactNode {
  const t = useT();
  useDocumentTitle(t('PageNotFound'));
  const address = readableAddress(props.address);
  return (
    <EmptyState
      icon="search"
      level={1}
      title={t('PageNotFound')}
      action={
        <a className={buttonClass({ look: 'primary' })} href={props.way.href}>
          {props.way.label}
        </a>
      }
    >
      {props.textOf?.(address) ?? t('PageNotFoundText', { address })}
    </EmptyState>
  );
}
