/** OPT-002: what is wrong with the user name, which is an e-mail address here. The server judges exactly. */
export function usernameFault(text: string): 'EmailNotEmpty' | 'EnterValidEmail' | null {
  const name = text.trim();
  if (name === '') return 'EmailNotEmpty';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(name) ? null : 'EnterValidEmail';
}
