import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderCycles } from './folder-cycles.ts';
import { checkLayers } from './layers.ts';

const FEATURES = 'apps/server/src/features';
const WEB = 'apps/web/src';

/** Per rule: a file and what it must not import. */
const BREACHES: readonly [rule: string, from: string, to: string][] = [
  ['packages-never-see-apps', 'packages/contract/src/a.ts', 'apps/web/src/lib/x.ts'],
  ['web-never-sees-server', `${WEB}/lib/a.ts`, 'apps/server/src/platform/x.ts'],
  ['server-never-sees-web', 'apps/server/src/platform/web.ts', `${WEB}/lib/x.ts`],
  ['contract-knows-zod-only', 'packages/contract/src/b.ts', 'packages/telemetry/src/x.ts'],
  ['features-meet-at-api-and-rules', `${FEATURES}/trips/service.ts`, `${FEATURES}/units/repository.ts`],
  ['features-meet-at-api-and-rules', `${FEATURES}/trips/merging.ts`, `${FEATURES}/units/locks/service.ts`],
  ['pure-files-stay-pure', `${FEATURES}/trips/rules.ts`, `${FEATURES}/trips/repository.ts`],
  ['pure-files-stay-pure', `${FEATURES}/trips/fuel-rules.ts`, `${FEATURES}/trips/fuel-read-model.ts`],
  ['pure-files-touch-no-platform', `${FEATURES}/trips/policy.ts`, 'apps/server/src/platform/x.ts'],
  ['repositories-do-not-decide', `${FEATURES}/places/repository.ts`, `${FEATURES}/places/service.ts`],
  ['services-do-not-know-routes', `${FEATURES}/users/service.ts`, `${FEATURES}/users/routes.ts`],
  ['services-do-not-know-routes', `${FEATURES}/users/invitations.ts`, `${FEATURES}/users/invitation-jobs.ts`],
  ['platform-knows-no-trade', 'apps/server/src/platform/b.ts', `${FEATURES}/trips/api.ts`],
  ['core-knows-no-feature', 'apps/server/src/core/fleet/a.ts', `${FEATURES}/trips/api.ts`],
  ['roles-know-features-by-their-faces', 'apps/server/src/roles/c.ts', `${FEATURES}/trips/routes.ts`],
  ['roles-show-no-demo', 'apps/server/src/roles/b.ts', 'apps/server/src/demo/x.ts'],
  ['only-roles-compose', 'apps/server/src/platform/c.ts', 'apps/server/src/roles/api.ts'],
  ['web-features-meet-in-public', `${WEB}/features/trips/screen.tsx`, `${WEB}/features/units/model.ts`],
  ['web-map-knows-shapes-only', `${WEB}/map/surface.tsx`, `${WEB}/features/units/public.ts`],
  ['web-ui-could-ship-elsewhere', `${WEB}/ui/button.tsx`, `${WEB}/features/units/public.ts`],
  ['web-lib-looks-down', `${WEB}/lib/b.ts`, `${WEB}/ui/x.ts`],
  ['web-features-do-not-see-app', `${WEB}/features/units/screen.tsx`, `${WEB}/app/x.ts`],
  ['only-tests-use-scaffolds', `${FEATURES}/trips/merging.ts`, 'apps/server/src/testing/trips.ts'],
  ['nothing-imports-a-test', 'packages/telemetry/src/a.ts', 'packages/telemetry/src/a.test.ts'],
];

let root = '';
let found: Awaited<ReturnType<typeof checkLayers>>;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { flag: 'a' });
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'spora-layers-'));
  write(
    'tsconfig.json',
    '{"compilerOptions":{"module":"NodeNext","moduleResolution":"NodeNext","allowImportingTsExtensions":true,"noEmit":true}}',
  );
  for (const folder of ['packages', 'apps', 'tools', 'e2e']) mkdirSync(join(root, folder), { recursive: true });
  BREACHES.forEach(([, from, to], index) => {
    write(to, `export const x${index} = ${index};\n`);
    write(from, `export { x${index} as y${index} } from '${'../'.repeat(from.split('/').length - 1)}${to}';\n`);
  });
  write('packages/telemetry/src/p.ts', "import { q } from './q.ts';\nexport const p = (): number => q() + 1;\n");
  write('packages/telemetry/src/q.ts', "import { p } from './p.ts';\nexport const q = (): number => p() + 1;\n");
  write('packages/protocols/src/io.ts', "export { readFileSync } from 'node:fs';\n");
  write(`${FEATURES}/alarms/rules.ts`, "export { readFileSync } from 'node:fs';\n");
  // Circles that only types close, between files and between folders.
  write('packages/telemetry/src/r.ts', "import type { S } from './s.ts';\nexport type R = S | null;\n");
  write('packages/telemetry/src/s.ts', "import type { R } from './r.ts';\nexport type S = { r: R };\n");
  write(`${FEATURES}/bookings/rules.ts`, "import type { T } from '../tolls/rules.ts';\nexport type B = T;\nexport type C = 1;\n");
  write(`${FEATURES}/tolls/rules.ts`, 'export type T = 1;\n');
  write(`${FEATURES}/tolls/service.ts`, "import type { C } from '../bookings/rules.ts';\nexport type D = C;\n");
  found = await checkLayers(root, 1);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ...BREACHES.map(([rule, from]) => [rule, from]),
  ['no-cycles', 'packages/telemetry/src/p.ts'],
  ['no-cycles', 'packages/telemetry/src/r.ts'],
  ['protocols-have-no-io', 'packages/protocols/src/io.ts'],
  ['pure-files-use-no-io', `${FEATURES}/alarms/rules.ts`],
])('the layer rule %s is broken by %s and found', (rule, from) => {
  expect(found.findings.some((finding) => finding.path === from && finding.message.startsWith(`${rule}:`))).toBe(true);
});

test('two features that need each other are found, although no two of their files do', () => {
  const circles = found.findings.filter(({ path, message }) => path === FEATURES && message.startsWith('rooms need each other:'));
  expect(circles.map(({ message }) => message)).toEqual([expect.stringContaining('bookings, tolls')]);
});

test('a circle of rooms is found the long way round, and tests and arrows of one direction close none', () => {
  const graph = new Map([
    ['f/a/x.ts', ['f/b/x.ts', 'g/y.ts']],
    ['f/b/x.ts', ['f/c/x.ts']],
    ['f/c/x.test.ts', ['f/a/x.ts']],
    ['f/d/x.ts', ['f/a/x.ts', 'f/c/x.ts']],
    ['f/c/x.ts', []],
  ]);
  expect(folderCycles(graph, ['f'])).toEqual([]);
  const [circle, ...others] = folderCycles(new Map([...graph, ['f/c/y.ts', ['f/a/x.ts']]]), ['f']);
  expect(others).toEqual([]);
  expect(circle?.message).toContain('rooms need each other: a, b, c\n');
  expect(circle?.message).toContain('f/c/y.ts -> f/a/x.ts');
});

test('a tree in which hardly anything was read is a failure, not a pass', async () => {
  const { findings } = await checkLayers(root, 10_000);
  expect(findings.at(-1)?.message).toContain('the check itself is broken');
});
