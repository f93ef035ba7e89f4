import { type Language, LANGUAGES } from '@spora/messages/languages';
import { describe, expect, test } from 'vitest';
import { browserValues } from './browser-values.ts';
import { codeRules, noReexports, permissionFirst } from './code-rules.ts';
import { dependencies } from './dependencies.ts';
import { endpointNames } from './endpoint-names.ts';
import { entryTexts } from './entry-texts.ts';
import { featureFaces } from './feature-faces.ts';
import { fileNames } from './file-names.ts';
import { CHECKS } from './list.ts';
import { messages, placeholdersOf } from './messages.ts';
import { docstrings, environment, lockAndPaths, migrations, protocolNames } from './project-rules.ts';
import { styleClasses } from './style-classes.ts';
import { type Check, type SourceFile, readTree } from './tree.ts';

const file = (path: string, text = ''): SourceFile => ({ path, text });
const catalogue = (language: string, body: string): SourceFile =>
  file(`packages/messages/src/shell/${language}.ts`, `export const shell = {\n  ${body}\n} as const;\n`);
/** That line in every language, but another one in some. */
const everywhere = (body: string, but: Partial<Record<Language, string>> = {}): SourceFile[] =>
  LANGUAGES.map((language) => catalogue(language, but[language] ?? body));
/** One key in each of these rooms, in every language. */
const rooms = (...names: string[]): SourceFile[] =>
  names.flatMap((name) =>
    LANGUAGES.map((l) => file(`packages/messages/src/${name}/${l}.ts`, `export const room = {\n  Stop: 'x',\n} as const;\n`)),
  );
const service = (body: string): SourceFile =>
  file('apps/server/src/features/trips/service.ts', `export async function save(ctx: MemberCtx) {\n${body}\n}\n`);

/** One endpoint of `trips`, by its id, the feature that mounts it and the one that calls it. */
const endpoint = (id: string, server: string, web: string): SourceFile[] => [
  file('packages/contract/src/trips/paths.ts', `export const PATHS = {\n  '${id}': ['GET', '/user/triplog'],\n};\n`),
  file('packages/contract/src/trips/endpoints.ts', `export const listTrips = defineEndpoint({\n  id: '${id}',\n});\n`),
  file(`apps/server/src/features/${server}/routes.ts`, 'mount(listTrips, service.listTrips);\n'),
  file(`apps/web/src/features/${web}/queries.ts`, `export const query = endpointQuery(send, '${id}', {});\n`),
];

/** An entry page that says `Stop`. */
const signInPage = [
  file('apps/web/src/app/entry.tsx', "import { Form } from '../features/auth/form.tsx';\n"),
  file('apps/web/src/features/auth/form.tsx', "export const Form = () => t('Stop');\n"),
];

/** Units of the interface, whose schemas are in `endpoints.ts`, and a file of the browser that names some of it. */
const unitsAnd = (imported: string): SourceFile[] => [
  file('packages/contract/src/fields.ts', "import { z } from 'zod';\n"),
  file('packages/contract/src/units/endpoints.ts', "import { id } from '../fields.ts';\n"),
  file('packages/contract/src/units/values.ts', 'export const UNIT_KINDS = [];\n'),
  file('apps/web/src/a.ts', `${imported}\n`),
];

const BOX_WITHOUT_REACT = [
  file('apps/web/src/ui/box.ts', "import styles from './box.module.css';\nexport const box = element(styles['frame']);"),
];

const SERVER = 'apps/server/src';
/** A feature with its face, and the list of features. */
const zones = (name: string, listed = 'zones'): SourceFile[] => [
  file(`${SERVER}/features/zones/feature.ts`, `export const feature: Feature = {\n  name: '${name}',\n};\n`),
  file(
    `${SERVER}/features.ts`,
    `import { feature as zones } from './features/zones/feature.ts';\nexport const FEATURES: readonly Feature[] = [${listed}];\n`,
  ),
];

/** Per case: the check, a tree that breaks its rule, and the same tree mended. */
const CASES: readonly [rule: string, check: Check, broken: SourceFile[], mended: SourceFile[]][] = [
  ['camel case in a file name', fileNames, [file('apps/web/src/ui/textField.tsx')], [file('apps/web/src/ui/text-field.tsx')]],
  ['a vague file name', fileNames, [file('packages/telemetry/src/utils.ts')], [file('packages/telemetry/src/geometry.ts')]],
  [
    "another house's layer in a feature",
    fileNames,
    [file('apps/server/src/features/trips/queries.ts')],
    [file('apps/server/src/features/trips/read-model.ts'), file('apps/server/src/features/trips/history.ts')],
  ],
  [
    'a file alone in its folder',
    fileNames,
    [file('apps/server/src/features/trips/fuel/rules.ts'), file('apps/server/src/features/trips/fuel/rules.test.ts')],
    [file('apps/server/src/features/trips/fuel-rules.ts'), file('apps/server/src/features/trips/fuel-rules.test.ts')],
  ],
  [
    'a layer for a name in core',
    fileNames,
    [file('apps/server/src/core/fleet/service.ts')],
    [file('apps/server/src/core/fleet/visible-units.ts')],
  ],
  [
    'ASVS 1.2.4: a value in the text of a query',
    codeRules,
    [file(`${SERVER}/features/trips/read-model.ts`, 'export const byName = (name: string) => sql`SELECT ${sql.raw(name)}`;\n')],
    [
      file(
        `${SERVER}/features/trips/read-model.ts`,
        "export const KEPT = sql.raw('t.id');\nexport const one = sql.lit(SPEED_MAX);\n",
      ),
    ],
  ],
  ...[
    'sql.raw(`SELECT ${name}`)',
    "sql.raw('SELECT ' + name)",
    "sql.raw(\n  'a long text that stands in a line of its own, and after it' + name,\n)",
    'sql.lit(\n  name,\n)',
  ].map((broken): (typeof CASES)[number] => [
    `ASVS 1.2.4: a value put together with the text of a query: ${broken}`,
    codeRules,
    [file(`${SERVER}/core/log/read.ts`, `export const found = ${broken};\n`)],
    [
      file(
        `${SERVER}/core/log/read.ts`,
        "export const KEPT = sql.raw(\n  's.id, s.name',\n);\nexport const ORDER = sql.raw(`COLLATE \"${FACTS.sv}\"`);\nsql.lit(1 << AT).as('one');\n",
      ),
    ],
  ]),
  [
    'ASVS 1.2.5: a program started through a shell',
    codeRules,
    [file(`${SERVER}/cli/types.ts`, "import { exec } from 'node:child_process';\n")],
    [file(`${SERVER}/cli/types.ts`, "import { spawnSync } from 'node:child_process';\n")],
  ],
  ['a feature without a face', featureFaces, [file(`${SERVER}/features/zones/rules.ts`)], zones('zones')],
  ['a face that bears another name', featureFaces, zones('geofences'), zones('zones')],
  ['a feature in no list', featureFaces, zones('zones', 'trips'), zones('zones', 'trips, zones')],
  [
    'a package that only somebody else declares',
    dependencies,
    [file('e2e/package.json', '{"name":"@spora/e2e","dependencies":{}}'), file('e2e/src/a.ts', "import pg from 'pg';\n")],
    [
      file('e2e/package.json', '{"name":"@spora/e2e","dependencies":{"pg":"^8"}}'),
      file('e2e/src/a.ts', "import pg from 'pg';\n"),
    ],
  ],
  [
    'NFR-001: a list of the interface that brings its schemas into the browser',
    browserValues,
    unitsAnd("import { UNIT_KINDS, type Unit } from '@spora/contract/units/endpoints';"),
    unitsAnd("import { UNIT_KINDS } from '@spora/contract/units/values';"),
  ],
  [
    'NFR-001: a type whose import is loaded all the same',
    browserValues,
    unitsAnd("import { type Unit } from '@spora/contract/units/endpoints';"),
    unitsAnd("import type { Unit } from '@spora/contract/units/endpoints';"),
  ],
  [
    'NFR-001: a text that the sign-in page would have to wait for',
    entryTexts,
    [...signInPage, file('packages/messages/src/shell/en.ts', "export const shell = {\n  Stop: 'x',\n} as const;\n")],
    [...signInPage, file('packages/messages/src/entry/en.ts', "export const entry = {\n  Stop: 'x',\n} as const;\n")],
  ],
  [
    'an endpoint of another folder’s name',
    endpointNames,
    endpoint('drivers.list', 'drivers', 'drivers'),
    endpoint('trips.list', 'trips', 'trips'),
  ],
  [
    'an endpoint that another feature mounts',
    endpointNames,
    endpoint('trips.list', 'exports', 'trips'),
    endpoint('trips.list', 'trips', 'trips'),
  ],
  [
    'an endpoint that only another feature shows',
    endpointNames,
    endpoint('trips.list', 'trips', 'exports'),
    endpoint('trips.list', 'trips', 'trips'),
  ],
  [
    'an endpoint that nobody mounts',
    endpointNames,
    endpoint('trips.list', 'trips', 'trips').filter(({ path }) => !path.includes('server')),
    endpoint('trips.list', 'trips', 'trips'),
  ],
  [
    'a class that its style module does not have',
    styleClasses,
    [
      file(
        'apps/web/src/ui/box.tsx',
        "import styles from './box.module.css';\nexport const Box = () => <p className={styles['frame']} />;",
      ),
      file('apps/web/src/ui/box.module.css', '.farme {\n}\n'),
    ],
    [
      file(
        'apps/web/src/ui/box.tsx',
        "import styles from './box.module.css';\nexport const Box = () => <p className={styles['frame']} />;",
      ),
      file('apps/web/src/ui/box.module.css', '.frame {\n}\n'),
    ],
  ],
  [
    'a class that the style module of a page without React does not have',
    styleClasses,
    [...BOX_WITHOUT_REACT, file('apps/web/src/ui/box.module.css', '.farme {\n}\n')],
    [...BOX_WITHOUT_REACT, file('apps/web/src/ui/box.module.css', '.frame {\n}\n')],
  ],
  ['a mock', codeRules, [file('a.test.ts', "vi.mock('./x.ts');")], [file('a.test.ts', "import './x.ts';")]],
  ['a default export', codeRules, [file('a.ts', 'export default 1;')], [file('a.ts', 'export const one = 1;')]],
  ['an enum', codeRules, [file('a.ts', 'export enum A { B }')], [file('a.ts', "export type A = 'b';")]],
  ['a barrel', codeRules, [file('a.ts', "export * from './b.ts';")], [file('a.ts', "import { b } from './b.ts';")]],
  [
    'a name passed on in the web',
    noReexports,
    [file('apps/web/src/features/trips/public/log.ts', "export { TripLog } from '../components/log.tsx';")],
    [file('apps/web/src/features/trips/public/log.ts', 'export const TripLog = () => null;')],
  ],
  [
    'a name passed on',
    noReexports,
    [file('apps/server/src/features/trips/api.ts', "export {\n  type Trip,\n  findTrip,\n} from './service.ts';")],
    [file('apps/server/src/features/trips/api.ts', "import { findTrip } from './service.ts';\nexport const trip = findTrip;")],
  ],
  [
    'a screen that knows the router',
    codeRules,
    [file('apps/web/src/features/units/a.tsx', "import { Link } from '@tanstack/react-router';")],
    [file('apps/web/src/features/units/route.tsx', "import { createRoute } from '@tanstack/react-router';")],
  ],
  [
    'names in the order of their bytes',
    codeRules,
    [file('apps/server/src/features/trips/read-model.ts', "query.orderBy('unit.name')")],
    [
      file(
        'apps/server/src/features/trips/read-model.ts',
        "query.orderBy(byName('unit.name')); sql`ORDER BY u.name ${NAME_ORDER}, u.id`",
      ),
    ],
  ],
  [
    'names of a statement in the order of their bytes',
    codeRules,
    [file('apps/server/src/features/trips/read-model.ts', 'sql`SELECT FROM unit u ORDER BY u.name, u.id`')],
    [file('apps/server/src/features/trips/read-model.ts', 'sql`SELECT FROM unit u ORDER BY u.name ${NAME_ORDER}, u.id`')],
  ],
  ['a skipped test', codeRules, [file('a.test.ts', "test.skip('x', () => {});")], [file('a.test.ts', "test('x', () => {});")]],
  ['an open-ended TODO', codeRules, [file('a.ts', '// TODO tidy')], [file('a.ts', '// TODO drop when Node 24 is the floor')]],
  [
    'a silent suppression',
    codeRules,
    [file('a.ts', '// eslint-disable-next-line no-console')],
    [file('a.ts', '// eslint-disable-next-line no-console -- the address is for the person who started it')],
  ],
  [
    'a silent suppression by the name of the linter',
    codeRules,
    [file('a.ts', '// oxlint-disable-next-line no-console')],
    [file('a.ts', '// oxlint-disable-next-line no-console -- the address is for the person who started it')],
  ],
  [
    'SEC-010: a text that becomes HTML',
    codeRules,
    [file('apps/web/src/map/pin.ts', 'element.innerHTML = name;')],
    [file('apps/web/src/map/pin.ts', 'element.textContent = name;')],
  ],
  [
    'a clock in rules',
    codeRules,
    [file('apps/server/src/features/trips/rules.ts', 'const now = Date.now();')],
    [file('apps/server/src/features/trips/rules.ts', 'const next = (now: Date) => now;')],
  ],
  [
    'a write without asking',
    permissionFirst,
    [service('  return inTransaction(ctx, work);')],
    [service('  requireMayEdit(ctx.actor);\n  return inTransaction(ctx, work);')],
  ],
  [
    'a write without asking in a file named after its subject',
    permissionFirst,
    [{ ...service('  return inTransaction(ctx, work);'), path: 'apps/server/src/features/trips/merging.ts' }],
    [{ ...service('  return inTransaction(ctx, work);'), path: 'apps/server/src/features/trips/merging-repository.ts' }],
  ],
  [
    'I18N-009: a missing translation',
    messages,
    [...everywhere("Map: 'Map',", { no: '' }), file('a.ts', "t('Map')")],
    [...everywhere("Map: 'Map',", { no: "Map: 'Kart'," }), file('a.ts', "t('Map')")],
  ],
  [
    'I18N-009: other placeholders',
    messages,
    [...everywhere("Age: '{count} min',", { sv: "Age: '{antal} min'," }), file('a.ts', "t('Age')")],
    [...everywhere("Age: '{count} min',"), file('a.ts', "t('Age')")],
  ],
  ['I18N-009: an unused key', messages, everywhere("Old: 'x',"), [...everywhere("Old: 'x',"), file('a.ts', "t('Old')")]],
  [
    'a key in two rooms of a language',
    messages,
    [...rooms('shell', 'trips'), file('a.ts', "t('Stop')")],
    [...rooms('shell'), file('a.ts', "t('Stop')")],
  ],
  [
    'a protocol named outside of its folder',
    protocolNames,
    [file('packages/protocols/src/gt06/protocol.ts'), file('apps/server/src/main.ts', 'const port = env.GT06_PORT;')],
    [file('packages/protocols/src/gt06/protocol.ts', "name: 'gt06'"), file('apps/server/src/main.ts', 'const port = env.PORT;')],
  ],
  [
    'a migration that is not listed',
    migrations,
    [file('apps/server/migrations/0001-a.sql'), file('apps/server/migrations/list.ts', '[]')],
    [file('apps/server/migrations/0001-a.sql'), file('apps/server/migrations/list.ts', "['0001-a.sql']")],
  ],
  [
    'a hole in the migrations',
    migrations,
    [file('apps/server/migrations/0002-a.sql'), file('apps/server/migrations/list.ts', "['0002-a.sql']")],
    [],
  ],
  ['a folder of one machine', lockAndPaths, [file('README.md', `see ${'/home/'}anna/spora`)], [file('README.md', 'see docs/')]],
  [
    'a lock entry with a download address',
    lockAndPaths,
    [file('package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://x/a.tgz"}}}')],
    [file('package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')],
  ],
  [
    'configuration read elsewhere',
    environment,
    [file('apps/server/src/features/trips/service.ts', 'process.env.PORT')],
    [file('apps/server/src/platform/configuration/config.ts', 'process.env.PORT')],
  ],
  [
    'an undocumented public function',
    docstrings,
    [file('packages/telemetry/src/a.ts', 'export function a() {}')],
    [file('packages/telemetry/src/a.ts', '/** Says what. */\nexport function a() {}')],
  ],
  [
    'a docstring that lost what it tells of',
    docstrings,
    [file('apps/web/src/lib/a.ts', '/** Of b. */\n/** Of a. */\nconst a = 1;\nconst b = 2;')],
    [file('apps/web/src/lib/a.ts', '/** Of a. */\nconst a = 1;\n/** Of b. */\nconst b = 2;')],
  ],
];

describe('each structure check fails when its rule is broken', () => {
  test.each(CASES)('%s', (_rule, check, broken, mended) => {
    expect(check.run(broken).length).toBeGreaterThan(0);
    expect(check.run(mended)).toEqual([]);
  });
});

test('every structure check has a tree in this file that breaks it', () => {
  const proven = CASES.map(([, check]) => check);
  expect(CHECKS.filter((check) => !proven.includes(check)).map(({ name }) => name)).toEqual([]);
});

test('branches of a plural are not placeholders', () => {
  expect(placeholdersOf('{count, plural, one {# trip} other {trips}} by {name}')).toEqual(['count', 'name']);
  expect(placeholdersOf('In the time zone {zone}.')).toEqual(['zone']);
});

test('the checks see the project itself, not an empty tree', () => {
  const files = readTree(new URL('../../../', import.meta.url).pathname);
  expect(files.some((f) => f.path === 'packages/contract/src/paths.ts')).toBe(true);
  expect(files.some((f) => f.path.includes('node_modules'))).toBe(false);
});
