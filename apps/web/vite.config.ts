import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `npm run dev` proxies to. */
const server = process.env['SPORA_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US', 'sv-SE', 'nb-NO'] }), enforce: 'pre' }],
  build: {
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    // Everything is its own file: the content security policy allows no data addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/docs': server } },
  preview: { proxy: { '/api': server, '/docs': server } },
});
