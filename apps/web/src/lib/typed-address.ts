/**
 * The name to sign in by that was typed, or whose password was just chosen, as at registration, for the page that one is led to; forgotten with the tab, and
 * in no address.
 */
let typed = '';

export const keepTypedAddress = (name: string): void => void (typed = name.trim());

/** The name; it stays. */
export const peekTypedName = (): string => typed;

/** An e-mail address that was typed; empty where it was another kind of name. */
export function takeTypedAddress(): string {
  const address = typed.includes('@') ? typed : '';
  typed = '';
  return address;
}
