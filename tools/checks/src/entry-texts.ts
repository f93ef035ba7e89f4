import { posix } from 'node:path';
import { type Check, type SourceFile, linesOf, withoutComments } from './tree.ts';

const ENTRY_ROOM = 'packages/messages/src/entry/en.ts';
const ROOM = /^packages\/messages\/src\/[a-z-]+\/en\.ts$/;
/** The sign-in page, and what starts it. */
const STARTS = ['apps/web/src/main.tsx', 'apps/web/src/app/entry.tsx'];
const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm;

const keysOf = (room: SourceFile): string[] =>
  [...room.text.matchAll(/^ {2}(?:'([^']+)'|([A-Za-z]\w*)):/gm)].map((match) => match[1] ?? match[2] ?? '');

function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = /^@spora\/([\w-]+)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : null;
}

/** The files that run before the sign-in page is drawn: imports that are fetched later do not count. */
function filesOfEntry(byPath: ReadonlyMap<string, SourceFile>): SourceFile[] {
  const found = new Map<string, SourceFile>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (!file || found.has(path) || !/\.tsx?$/.test(path)) return;
    found.set(path, file);
    for (const [, specifier = ''] of file.text.matchAll(IMPORT)) {
      const next = pathOf(path, specifier);
      if (next !== null) visit(next);
    }
  };
  STARTS.forEach(visit);
  return [...found.values()];
}

/** NFR-001: the sign-in page is drawn with the texts of `entry.ts` alone, so its code may name no other. */
export const entryTexts: Check = {
  name: 'texts of the sign-in page',
  run: (files) => {
    const rooms = files.filter(({ path }) => ROOM.test(path) && path !== ENTRY_ROOM);
    const later = new Set(rooms.flatMap(keysOf));
    return filesOfEntry(new Map(files.map((file) => [file.path, file]))).flatMap(({ path, text }) => {
      const code = withoutComments(text);
      const named = [...code.matchAll(/['"`]([A-Za-z][\w&-]*)['"`]/g)].map((match) => match[1] ?? '');
      return [...new Set(named)]
        .filter((key) => later.has(key))
        .map((key) => ({
          path,
          line: linesOf(code, new RegExp(`['"\`]${key}['"\`]`))[0],
          message: `${key} belongs in ${ENTRY_ROOM}, or this code in a chunk of its own`,
        }));
    });
  },
};
