import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { brandDocument } from '@spora/contract/brand-document';
import { brandOf, SUBSITE_MAX } from '@spora/contract/brands';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { defineConfig, type Plugin } from 'vite';
import { appWorkerFiles } from './app-worker-files.ts';
import { entryPage } from './entry-page.ts';
import manifest from './package.json' with { type: 'json' };
import { precompress } from './precompress.ts';

/** The server that `npm run dev` proxies to. */
const server = process.env['SPORA_SERVER'] ?? 'http://127.0.0.1:8080';

/** In development the page is filled here; the built one keeps its marks for the server, which knows the host name. */
const brandMarks: Plugin = {
  name: 'brand-marks',
  apply: 'serve',
  transformIndexHtml: (html, { originalUrl = '' }) => {
    const asked = Number(/[?&]subsite=(\d+)(?:&|$)/.exec(originalUrl)?.[1] ?? Number.NaN);
    const search = asked <= SUBSITE_MAX ? `?subsite=${asked}` : '';
    return brandDocument(html, brandOf(asked), { by: 'choice', search });
  },
};

const entry = entryPage(import.meta.dirname);
/** What many pages share is one file for all of them, but for what is large. */
const common = { name: 'common', minShareCount: 6, maxModuleSize: 30_000 };
/** What tells a unit wherever one is shown: apart, each of these is a file of less than it costs to ask for one. */
const unitLook = {
  name: 'unit-look',
  test: /src\/(?:map\/(?:unit-mark|state-mark|unit-icons)|lib\/(?:kind-texts|winds)|ui\/fact)\b/,
};

/** What the map shares with one or two pages each. */
const mapParts = {
  name: 'map-parts',
  test: /src\/(?:lib\/(?:unit-measures|address-at|screen-keyboard|country-name)|ui\/offered-action)\b/,
};
/** What the map's card and the page of a unit tell of it. */
const unitFacts = {
  name: 'unit-facts',
  test: /src\/features\/(?:tracking\/components\/(?:unit-facts|unit-card\.module)|(?:alarms|zones|sensors)\/public\/(?:open-alarms-text|zone-at|sensor-facts))\b/,
};

export default defineConfig({
  plugins: [
    react(),
    brandMarks,
    entry.plugin,
    precompress(),
    appWorkerFiles(),
    {
      ...optimizeLocales.vite({ locales: ['en-US', ...Object.values(LANGUAGE_FACTS).map(({ locale }) => locale)] }),
      enforce: 'pre',
    },
  ],
  // Told to support with a message (ADM-023).
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(manifest.version) },
  build: {
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    // Everything is its own file: the content security policy allows no data addresses for scripts and styles.
    assetsInlineLimit: 0,
    // Says which files a page loads: the benchmark weighs them.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [entry.group, common, unitLook, mapParts, unitFacts] },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/docs': server, '/manifest.webmanifest': server } },
  preview: { proxy: { '/api': server, '/docs': server } },
});
