import { type Check, type Finding, isCode, linesOf } from './tree.ts';

/** Migrations are exactly the listed ones, numbered without a hole. */
export const migrations: Check = {
  name: 'migrations',
  run: (files) => {
    const listPath = 'apps/server/migrations/list.ts';
    const listed = [...(files.find((f) => f.path === listPath)?.text ?? '').matchAll(/'([^']+\.sql)'/g)].map((m) => m[1] ?? '');
    const present = files
      .filter((f) => /^apps\/server\/migrations\/[^/]+\.sql$/.test(f.path))
      .map((f) => f.path.split('/').at(-1) ?? '');
    const found: Finding[] = [];
    for (const name of present) if (!listed.includes(name)) found.push({ path: listPath, message: `${name} is not listed` });
    listed.forEach((name, index) => {
      if (!present.includes(name)) found.push({ path: listPath, message: `${name} is listed but missing` });
      if (!name.startsWith(String(index + 1).padStart(4, '0')))
        found.push({ path: listPath, message: `${name} is out of order` });
    });
    return found;
  },
};

/** What must never be committed: where packages come from, folders of one machine, lock entries that npm cannot verify. */
export const lockAndPaths: Check = {
  name: 'lock file and machine paths',
  run: (files) => {
    const found: Finding[] = [];
    for (const file of files) {
      if (file.path.startsWith('tools/checks/')) continue;
      for (const line of linesOf(file.text, /registry\.npmjs|registry\.yarnpkg|\/work\/(main|shared)|\/root\/|\/home\/[a-z]/))
        found.push({ path: file.path, line, message: 'names a package registry or a folder of one machine' });
    }
    const lock = files.find((file) => file.path === 'package-lock.json');
    if (lock) {
      const { packages } = JSON.parse(lock.text) as {
        packages: Record<string, { version?: string; link?: boolean; resolved?: string }>;
      };
      for (const [name, entry] of Object.entries(packages)) {
        if (name && !entry.link && !entry.version) found.push({ path: lock.path, message: `${name} has no version` });
        if (entry.resolved?.startsWith('http')) found.push({ path: lock.path, message: `${name} names its download address` });
      }
    }
    return found;
  },
};

const ENVIRONMENT_READERS =
  /^(apps\/server\/src\/platform\/configuration\/config\.ts|apps\/server\/src\/testing\/|scripts\/|e2e\/|tools\/|apps\/server\/src\/cli\/|vitest\.config\.ts|apps\/web\/vite\.config\.ts)/;

/** Configuration is read and validated in one place. */
export const environment: Check = {
  name: 'environment',
  run: (files) =>
    files
      .filter((file) => isCode(file.path) && !file.path.endsWith('.test.ts') && !ENVIRONMENT_READERS.test(file.path))
      .flatMap((file) =>
        linesOf(file.text, /\bprocess\.env\b/).map((line) => ({
          path: file.path,
          line,
          message: 'configuration is read in platform/configuration/config.ts only',
        })),
      ),
};

const SPEAKS_A_PROTOCOL =
  /^packages\/(protocols|messages)\/|^tools\/(bench|checks)\/|^apps\/server\/(migrations\/|src\/testing\/)|\.(test|e2e|testing)\.tsx?$|\/testing[a-z-]*\.tsx?$/;

/** What a protocol is called stands in its folder only: everything else goes through the list. Tests and benchmarks speak one. */
export const protocolNames: Check = {
  name: 'names of protocols',
  run: (files) => {
    const names = files.flatMap(({ path }) => /^packages\/protocols\/src\/([^/]+)\/protocol\.ts$/.exec(path)?.[1] ?? []);
    if (names.length === 0) return [];
    const pattern = new RegExp(`(?<![a-z])(${names.join('|')})(?![a-z])`, 'i');
    return files
      .filter(({ path }) => isCode(path) && !SPEAKS_A_PROTOCOL.test(path))
      .flatMap(({ path, text }) =>
        linesOf(text, pattern).map((line) => ({ path, line, message: 'a protocol is named outside of its folder' })),
      );
  },
};

const DOCUMENTED =
  /^(packages\/(contract|telemetry|protocols|seal|calendar|tolls)\/src\/|apps\/server\/src\/platform\/|apps\/server\/src\/features\/[a-z-]+\/(?:[a-z-]+\/)*(?:[a-z-]+-)?rules\.ts$)/;

/** Public functions of packages, platform and rules say what their signature cannot. */
export const docstrings: Check = {
  name: 'docstrings',
  run: (files) =>
    files
      .filter((file) => isCode(file.path))
      .flatMap((file) => {
        const mustDocument = DOCUMENTED.test(file.path) && !/\.test\.ts$|generated|testing/.test(file.path);
        const lines = file.text.split('\n');
        return lines.flatMap((line, index): Finding[] => {
          const message = docstringFault(line, lines[index - 1]?.trim() ?? '', mustDocument);
          return message === null ? [] : [{ path: file.path, line: index + 1, message }];
        });
      }),
};

function docstringFault(line: string, before: string, mustDocument: boolean): string | null {
  // What it was written for has been moved away from under it.
  if (line.trimStart().startsWith('/**') && /^\/\*\* [^@].*\*\/$/.test(before))
    return 'two docstrings in a row: the first belongs to nothing';
  if (!mustDocument || !/^export (async )?function |^export const \w+(: [^=]+)? = (async )?(<[^>]*>)?\(/.test(line)) return null;
  const isOverload = /^export (async )?function /.test(before);
  return before.endsWith('*/') || isOverload ? null : 'an exported function without a docstring';
}
