/** What was typed as the name to sign in by, for the page that a link on it leads to; forgotten with the tab, and in no address. */
let typed = '';

export const keepTypedAddress = (name: string): void => void (typed = name.trim());

/** An e-mail address that was typed; empty where it was another kind of name. */
export function takeTypedAddress(): string {
  const address = typed.includes('@') ? typed : '';
  typed = '';
  return address;
}
