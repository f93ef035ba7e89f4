import { useEffect, useRef } from 'react';
import { alarmSound } from '../features/alarms/public/alarm-sound.ts';
import { mapLayer } from '../map/layer-choice.ts';
import { panelSizes } from '../features/tracking/panel-state.ts';
import { tripColumns } from '../features/trips/column-state.ts';
import { unitColumns } from '../features/units/column-state.ts';
import { call } from '../lib/call.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { keepPreferences, type PreferenceBinding } from '../lib/preferences.ts';
import { useSend } from '../lib/send-context.tsx';
import { useUser } from '../lib/session-context.tsx';
import { chosenTheme, setTheme, subscribeToTheme, THEMES } from '../lib/theme.ts';
import { keepCollapsed, readCollapsed, subscribeToCollapsed } from './side-menu-state.ts';

const BINDINGS: readonly PreferenceBinding[] = [
  {
    name: 'theme',
    read: chosenTheme,
    take: (value) => {
      const theme = THEMES.find((known) => known === value);
      if (theme) setTheme(theme);
    },
    subscribe: subscribeToTheme,
  },
  {
    name: 'side-menu',
    read: readCollapsed,
    take: (value) => {
      if (typeof value === 'boolean') keepCollapsed(value);
    },
    subscribe: subscribeToCollapsed,
  },
  panelSizes,
  mapLayer,
  tripColumns,
  unitColumns,
  alarmSound,
];

/** STORE-010: theme, side menu, map layers, columns and panel sizes per user; the language too, since mail is written in it. */
export function useKeptPreferences(): void {
  const send = useSend();
  const { ID: userId } = useUser();
  const { language } = useLanguage();
  const told = useRef(language);
  useEffect(() => keepPreferences(send, userId, BINDINGS), [send, userId]);
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    call(send, 'users.update-profile', { body: { language } }).catch(() => undefined);
  }, [send, language]);
}
