import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import styles from './look-only.module.css';

/** Why nothing inside can be changed by whoever looks at it; null: what their rights say holds. */
export const LookOnly = createContext<string | null>(null);

/** The reason why what changes something is off here; null where it is not. */
export const useLookOnly = (): string | null => use(LookOnly);

/** Inside a dialog, whose main button is what it asks about. */
export const InDialog = createContext(false);

/** What a form is filled in with; a search in it only finds, and what closes it is a button. */
const FIELDS = 'input:not([type="search"], [type="hidden"]), textarea, select, button[aria-haspopup]';
/** A day's parts are no fields to the browser. */
const PARTS = '[role="spinbutton"]';

/**
 * Beside a button that is off because one may only look: why, for those too who have no pointer to rest on it. What stands in a form
 * that it would send can be read and not filled in, so that nobody does for nothing, and whatever kind of field it is.
 */
export function OffReason({ reason }: { reason: string }): ReactNode {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const button = text.current?.previousElementSibling;
    const form = button instanceof HTMLButtonElement ? button.form : null;
    return form ? turnOff(form) : undefined;
  }, []);
  return (
    <span ref={text} className={styles['reason']}>
      {reason}
    </span>
  );
}

/** Also what comes into the form later. Gives back the way to turn it on again. */
function turnOff(form: HTMLFormElement): () => void {
  const turned = new Set<HTMLElement>();
  const turn = (): void => {
    for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
      if (field.disabled) continue;
      field.disabled = true;
      turned.add(field);
    }
    for (const part of form.querySelectorAll<HTMLElement>(PARTS)) {
      const parts = part.parentElement;
      if (!parts || parts.inert) continue;
      parts.inert = true;
      turned.add(parts);
    }
  };
  turn();
  const observer = new MutationObserver(turn);
  observer.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    for (const element of turned) {
      element.inert = false;
      if ('disabled' in element) element.disabled = false;
    }
  };
}
