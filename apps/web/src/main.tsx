import './ui/tokens.css';
import './ui/brands/all.css';
import './ui/base.css';
import { setStrictPhoneRules } from '@spora/contract/phone-rules';
import { showBrand, startBrand } from './lib/brand.ts';
import { loadEntryTexts, startLanguage } from './lib/language.ts';
import { createSessionStore } from './lib/session.ts';
import { startTheme } from './lib/theme.ts';

/** As in `lib/addresses.ts`, which the application brings. */
const SHARED_POSITION = '/shared/position';
const SHARED_ALARM = '/shared/alarm';

// The policy of the pages forbids making code from text; zod would try (zod.dev, `jitless`). Read when it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Small on purpose: the page, its texts and the kept session are fetched side by side.
startTheme();
showBrand(startBrand().subsiteId);
setStrictPhoneRules(document.documentElement.dataset['phoneRules'] === 'strict');
const language = startLanguage();

const path = location.pathname.replace(/\/$/, '');
// For somebody who has a link and no account: neither React nor the sign-in page.
if (path === SHARED_POSITION) {
  void import('./features/sharing/watch/page.ts').then((page) => page.start(language));
} else if (path === SHARED_ALARM) {
  void import('./features/alarms/by-link/page.ts').then((page) => page.start(language));
} else startApplication();

function startApplication(): void {
  const session = createSessionStore();
  void Promise.all([import('./app/entry.tsx'), loadEntryTexts(language), session.load()]).then(([entry, entryTexts]) => {
    entry.start({ language, entryTexts, session });
  });
}
