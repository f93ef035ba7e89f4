import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'app-worker.js';
/** What opens without a network although nobody has opened it before; everything else is kept once it was opened. */
const ALWAYS = ['src/app/signed-in.tsx', 'src/features/drivers/checked-in-tab.tsx', 'src/ui/font.css', 'src/map/engine.ts'];
/** The same of pages, with the parts that they fetch when they are shown. */
const PAGES = ['src/features/tracking/page.tsx', 'src/features/trips/page.tsx', 'src/features/bookings/screen.tsx'];

interface Built {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** The files that these modules and all that they import are built into. */
export function filesOf(built: Readonly<Record<string, Built>>, modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (id: string): void => {
    const chunk = built[id];
    if (!chunk) throw new Error(`the build made no file of ${id}`);
    if (seen.has(id)) return;
    seen.add(id);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const id of modules) visit(id);
  return [...files].toSorted();
}

/** Tells the application's worker which files this build is made of, and by that which version it is. */
export function appWorkerFiles(): Plugin {
  return {
    name: 'app-worker-files',
    apply: 'build',
    // After the manifest and the files of `public` are written.
    async closeBundle() {
      const dist = join(import.meta.dirname, 'dist');
      const built = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Built>;
      const files = filesOf(built, [...ALWAYS, ...PAGES, ...PAGES.flatMap((page) => built[page]?.dynamicImports ?? [])]);
      const version = createHash('sha256').update(JSON.stringify(built)).digest('hex').slice(0, 16);
      const path = join(dist, WORKER);
      const source = await readFile(path, 'utf8');
      const filled = source
        .replace("const VERSION = 'development';", `const VERSION = '${version}';`)
        .replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`);
      if (filled === source) throw new Error(`${WORKER} has no place for its files`);
      await writeFile(path, filled);
    },
  };
}
