import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS } from './commands.mjs';
import { type CommandName, parseCommand, usageOf } from './command-line.mjs';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts) as CommandName[];

const root = realpathSync(mkdtempSync(join(tmpdir(), 'spora-commands-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
function newFolder(): string {
  const folder = join(root, String((made += 1)));
  mkdirSync(folder);
  return folder;
}

interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(
  file: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Told> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd, env: { PATH: process.env['PATH'], ...env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** A script of package.json as npm runs it, but from a folder elsewhere, with data and a database that must not be touched. */
async function called(name: CommandName, ...args: string[]): Promise<Told & { left: readonly string[] }> {
  const [program, file = '', ...given] = (scripts[name] ?? '').split(' ');
  expect(program).toBe('node');
  const cwd = newFolder();
  const database = 'postgres://nobody@127.0.0.1:1/none';
  const env = {
    DATA_DIR: join(cwd, 'data'),
    DATABASE_URL: database,
    DATABASE_API_URL: database,
    DATABASE_PIPELINE_URL: database,
  };
  const told = await run(join(PROJECT, file), [...given, ...args], { cwd, env: { ...env, MAIL_MODE: 'none' } });
  return { ...told, left: readdirSync(cwd) };
}

test('12-B11: every npm script is declared, and every declared command is an npm script', () => {
  const declared = Object.entries<object>(COMMANDS).flatMap(([name, command]) => ('isInternal' in command ? [] : [name]));
  expect(names.toSorted()).toEqual(declared.toSorted());
  for (const { run: file } of Object.values<{ run: string }>(COMMANDS))
    if (!file.includes(':')) expect(existsSync(join(PROJECT, file)), file).toBe(true);
});

test(
  '12-B11: --help of every npm script shows how it is called, from any folder, and does nothing',
  { timeout: 60_000 },
  async () => {
    for (const name of names) {
      const { code, out, err, left } = await called(name, '--help');
      expect({ name, code, err, left }).toEqual({ name, code: 0, err: '', left: [] });
      expect(out).toMatch(new RegExp(`^npm (run )?${name} -- `));
      expect(out).toContain('--help');
    }
  },
);

test('12-B11: --help of start has every setting that docs/operations.md has, and a wrong argument leaves its sentence in sight', async () => {
  const [, table = ''] = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8').split('| variable | default | meaning |');
  const rows = table.split('\n\n')[0]!.split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(60);
  const told = usageOf('start');
  for (const row of rows) expect(told).toContain(`\n  ${row.split('`')[1]} [`);
  expect((await called('start', '--nonsense')).err.split('\n').length).toBeLessThan(20);
});

test(
  '12-B11: an unknown option of any npm script is named, with the usage, and nothing is done',
  { timeout: 60_000 },
  async () => {
    for (const name of names) {
      const { code, out, err, left } = await called(name, '--nonsense', '--yes');
      expect({ name, code, out, left }).toEqual({ name, code: 2, out: '', left: [] });
      expect(err).toMatch(/^There is no option --(nonsense|yes)\.\n\nnpm /);
    }
  },
);

test('12-B11: what takes something away is refused where nobody can be asked, unless --yes is given', async () => {
  for (const [name, args] of [
    ['db:reset', []],
    ['new-seal-key', []],
    ['new-secret-key', []],
    ['restore', ['backup']],
  ] as const) {
    const { code, err, left } = await called(name, ...args);
    expect({ code, left }).toEqual({ code: 2, left: [] });
    expect(err).toContain('add --yes if you mean it');
  }
});

test('BRAND-012: brands draws nothing anew of a brand whose mark is as it was, and needs no browser to say so', async () => {
  const { code, out, err, left } = await called('brands');
  expect({ code, err, left }).toEqual({ code: 0, err: '', left: [] });
  expect(out).toBe('The pictures of every brand are those of its mark.\n');
});

test('12-B13: --version of a command tells the version and does nothing', async () => {
  const { code, out, left } = await called('start', '--version');
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(out).toMatch(/^Spora \d+\.\d+\.\d+.*, Node v\d+/);
});

test('12-B11: before the first start a command answers by itself, and installs what is missing only to act', async () => {
  const clone = newFolder();
  for (const path of ['scripts', 'package.json', 'package-lock.json', 'docs/operations.md'])
    cpSync(join(PROJECT, path), join(clone, path), { recursive: true });
  const launcher = join(clone, 'scripts/run.mjs');
  const installer = join(clone, 'npm-cli.js');
  writeFileSync(
    installer,
    `import { mkdirSync } from 'node:fs'; mkdirSync('node_modules'); console.log('npm', ...process.argv.slice(2));`,
  );
  const program = join(clone, 'apps/server/src/cli/backup.ts');
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(program, `console.log(JSON.stringify(process.argv.slice(2)), process.cwd());`);
  writeFileSync(join(clone, 'apps/server/package.json'), '{ "type": "module" }');

  const env = { npm_execpath: installer };
  const elsewhere = newFolder();
  const asked = await run(launcher, ['backup', '--help'], { cwd: elsewhere, env });
  expect(asked).toMatchObject({ code: 0, err: '' });
  const refused = await run(launcher, ['backup', 'a', 'b'], { cwd: elsewhere, env });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('"b" is one argument too many.') });
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  const { code, out } = await run(launcher, ['backup', 'a'], { cwd: elsewhere, env });
  expect(code).toBe(0);
  expect(out).toContain('npm ci ');
  expect(out).toContain(`["a"] ${elsewhere}`);
});

test('12-B11: a path is one of the folder that the caller stands in, also where npm runs the command in the project', async () => {
  const reader = join(newFolder(), 'reader.mjs');
  const module = new URL('./command-line.mjs', import.meta.url).href;
  writeFileSync(reader, `import { readCommand } from '${module}'; console.log(readCommand('backup').positionals[0]);`);
  const caller = newFolder();
  const npm = { npm_lifecycle_event: 'backup', INIT_CWD: caller };
  expect((await run(reader, ['kept'], { cwd: PROJECT, env: npm })).out.trim()).toBe(join(caller, 'kept'));
  expect((await run(reader, ['kept'], { cwd: caller })).out.trim()).toBe(join(caller, 'kept'));
});

test.each<[CommandName, string[], string]>([
  ['add-unit', ['--imei', '12', '--name', 'x'], '--imei takes 15 digits, not 12.'],
  ['add-unit', ['--imei', '356307042441013'], '--name NAME is missing.'],
  ['add-unit', ['--name', '--imei', '356307042441013'], '--name needs a value: --name NAME.'],
  ['add-unit', ['--imei=356307042441013', '--name='], '--name needs a value: --name NAME.'],
  ['create-account', ['--email', 'nobody', '--name', 'x', '--full-name', 'y'], '--email takes an e-mail address, not nobody.'],
  ['create-account', ['--name', 'x'], '--email ADDRESS is missing.'],
  ['create-account', ['--name', 'x', '--name', 'y'], '--name is given twice.'],
  ['announce', ['--until', 'tomorrow'], '--until takes a time such as 2030-12-01T08:00:00+01:00, not tomorrow.'],
  ['announce', ['--subsite', 'blue'], '--subsite takes a number from 0 to 99, not blue.'],
  ['announce', ['--end=yes'], '--end takes no value, not "yes".'],
  ['rebuild', ['35630704244101'], '"35630704244101" is one argument too many.'],
  ['restore', [], 'FOLDER is missing.'],
  ['test:unit', ['--project', 'all'], '--project takes unit or server or web, not all.'],
  ['dev', ['--roles', 'api, gatway'], '--roles takes gateway, projector, api, worker, divided by commas, not "gatway".'],
  ['bench', ['live', '--units', 'many'], '--units takes a number from -1 to 1000000000, not many.'],
  [
    'simulate',
    ['--imei', '356307042441013', '--replay', '/nowhere/drive.gpx'],
    '--replay: there is nothing at /nowhere/drive.gpx.',
  ],
  ['tolls', ['--by', 'Anna', '--set', '/nowhere/tariff.json'], '--set: there is nothing at /nowhere/tariff.json.'],
  ['tour', ['--running', '/nowhere'], '--running: there is nothing at /nowhere.'],
  ['db:reset', ['--ye'], 'There is no option --ye.'],
  ['db:reset', ['--__proto__'], 'There is no option --__proto__.'],
])('12-B11: %s %j is refused with a sentence that names the wrong value', (name, args, sentence) => {
  expect(() => parseCommand(name, args)).toThrow(sentence);
});

test('12-B11: what is given arrives as its kind, what is not as told in the usage', () => {
  const imei = '356307-04244 1013';
  expect(parseCommand('add-stock', ['--imei', imei, '--imei=356307042441021', '--subsite', '3']).values).toEqual({
    imei: ['356307042441013', '356307042441021'],
    subsite: 3,
    subscription: 'Standard',
    family: undefined,
    help: false,
    version: false,
  });
  expect(parseCommand('test:unit', ['a', '-t', 'kill -9', 'b'])).toMatchObject({
    positionals: ['a', 'b'],
    values: { testNamePattern: 'kill -9', update: false },
  });
  expect(parseCommand('start', ['--roles', 'api, worker']).values.roles).toBe('api,worker');
  expect(parseCommand('db:reset', ['--yes']).isSure).toBe(true);
  expect(parseCommand('rebuild', ['-h']).isHelp).toBe(true);
});

test('12-A10: the bill of materials names what runs with version and hash, and not what only tests it', async () => {
  const { code, out, left } = await called('sbom');
  expect({ code, left }).toEqual({ code: 0, left: [] });
  const { components } = JSON.parse(out) as { components: { name: string; version: string; hashes?: object[] }[] };
  expect(components.find(({ name }) => name === 'fastify')).toMatchObject({ hashes: [{ alg: 'SHA-512' }] });
  expect(components.map(({ name }) => name)).not.toContain('vitest');
});
