import './ui/tokens.css';
import './ui/brands/all.css';
import './ui/base.css';
import { showBrand, startBrand } from './lib/brand.ts';
import { loadEntryTexts, startLanguage } from './lib/language.ts';
import { createSessionStore } from './lib/session.ts';
import { startTheme } from './lib/theme.ts';

// The policy of the pages forbids making code from text; zod would try (zod.dev, `jitless`). Read when it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Small on purpose: the page, its texts and the kept session are fetched side by side.
startTheme();
showBrand(startBrand().subsiteId);
const language = startLanguage();
const session = createSessionStore();

void Promise.all([import('./app/entry.tsx'), loadEntryTexts(language), session.load()]).then(([entry, entryTexts]) => {
  entry.start({ language, entryTexts, session });
});
