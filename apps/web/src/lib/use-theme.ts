import { useSyncExternalStore } from 'react';
import { chosenTheme, shownTheme, subscribeToTheme, type Theme } from './theme.ts';

export const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, chosenTheme);
/** What is shown now, also when the system decides. */
export const useShownTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribeToTheme, shownTheme);
