import { isOneOf, storedItem } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const storedTheme = storedItem('theme', 1, isOneOf(THEMES));
const dark = (): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null);
const listeners = new Set<() => void>();
let theme: Theme = 'system';

/** What is shown: the choice, or what the system asks for. */
export const shownTheme = (): 'light' | 'dark' => (theme === 'system' ? (dark()?.matches ? 'dark' : 'light') : theme);

function apply(): void {
  document.documentElement.dataset['theme'] = shownTheme();
  for (const listener of listeners) listener();
}

/** Restores the choice before the first paint and follows the system from then on. */
export function startTheme(): void {
  theme = storedTheme.read() ?? 'system';
  dark()?.addEventListener('change', apply);
  apply();
}

export function setTheme(next: Theme): void {
  theme = next;
  storedTheme.write(next);
  apply();
}

export const chosenTheme = (): Theme => theme;
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
