// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTheme, shownTheme, startTheme } from './theme.ts';

let systemIsDark = false;
let systemChanges: () => void = () => undefined;
beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => (systemChanges = listener),
  }));
});
afterEach(() => vi.unstubAllGlobals());
const shown = (): string | undefined => document.documentElement.dataset['theme'];

test('NFR-005: without a choice the theme is the one of the system, also when the system changes', () => {
  startTheme();
  expect(shown()).toBe('light');
  systemIsDark = true;
  systemChanges();
  expect(shown()).toBe('dark');
});

test('NFR-005: a chosen theme is kept against the system and restored at the next start', () => {
  startTheme();
  setTheme('dark');
  expect(shown()).toBe('dark');
  startTheme();
  expect(shownTheme()).toBe('dark');
  setTheme('system');
  expect(shown()).toBe('light');
});
