import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// A zone nobody works in, off by 45 minutes: code that forgets the account's zone fails here. Inherited by the test processes.
process.env['TZ'] = 'Asia/Kathmandu';

const noNetwork = './apps/server/src/testing/network.ts';

/** The test files of a folder whose text says that they need it. */
const filesWith = (folder: string, need: RegExp): string[] =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => need.test(readFileSync(join(import.meta.dirname, path), 'utf8')));

const SCAFFOLDS = 'apps/server/src/testing';

/** What tests stand on that opens a database itself, or stands on something that does. */
function scaffoldsWithDatabase(): string[] {
  const files = readdirSync(join(import.meta.dirname, SCAFFOLDS)).filter((name) => name.endsWith('.ts'));
  const texts = new Map(files.map((name) => [name, readFileSync(join(import.meta.dirname, SCAFFOLDS, name), 'utf8')]));
  const found = new Set(['database.ts', 'setup.ts']);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [name, text] of texts) if ([...found].some((other) => text.includes(`'./${other}'`))) found.add(name);
  }
  return [...found].map((name) => name.replace('.', '\\.'));
}

const withDatabase = filesWith(
  'apps/server/src',
  new RegExp(`testing/(${scaffoldsWithDatabase().join('|')})'|startEmbeddedDatabase`),
);
const withDom = filesWith('apps/web/src', /^\/\/ @vitest-environment jsdom$/m);

/*
 * Three kinds of tests by what they need: nothing, a database, a page. A worker keeps what it has loaded from one file to the next
 * (`isolate: false`), so that the server and the design system load once; `testing-page.ts` gives each file of the web a fresh page.
 */
export default defineConfig({
  test: {
    // Two machine cores and a database: more processes only wait for each other.
    maxWorkers: Number(process.env['SPORA_TEST_WORKERS'] ?? 2),
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'tools/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
          ],
          exclude: [...withDatabase, ...withDom, '**/node_modules/**'],
          setupFiles: [noNetwork],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: withDatabase,
          globalSetup: ['./apps/server/src/testing/setup.ts'],
          setupFiles: [noNetwork],
          // What hangs fails all the same; what waits for its turn on a busy machine does not.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A state is waited for, not a moment: a second is nothing where two processes wait for a core.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.tsx', ...withDom],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: [noNetwork, './apps/web/src/lib/testing-page.ts'],
          testTimeout: 30_000,
          // As long as `testing-page.ts` waits for what is to be found on a page.
          expect: { poll: { timeout: 10_000 } },
          // A page's own files are read before its first test, which on a busy machine takes longer than anything that is waited for.
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
