// Every command of package.json: what it is for and which arguments it takes. Usage, checks and types derive from this.
// Runs before anything is installed, on the Node that the machine happens to have (20 or newer).
import { readFileSync } from 'node:fs';

/**
 * One value of a command line. `kind` says how it is read: `flag`, `text`, `word` (one of `words`), `words` (some of them, divided by
 * commas), `number` (`min` to `max`), `imei`, `email`, `time`, or `path` (from the folder that the caller is in).
 * @typedef {object} Argument
 * @property {'flag' | 'text' | 'word' | 'words' | 'number' | 'imei' | 'email' | 'time' | 'path'} kind
 * @property {string} text
 * @property {string} [shown] What stands for the value in the usage.
 * @property {boolean} [required]
 * @property {boolean} [many]
 * @property {string} [fallback]
 * @property {string} [short]
 * @property {number} [min]
 * @property {number} [max]
 * @property {readonly string[]} [words]
 * @property {boolean} [isThere] A path where something must be.
 *
 * @typedef {object} Command
 * @property {string} purpose
 * @property {string} run A program of the project, or one of an installed package (`package:path`).
 * @property {readonly string[]} [before] Arguments that come before the caller's.
 * @property {string} [folder] Where it runs, if not where the caller is.
 * @property {boolean} [isInternal] Called by other programs only; no command of package.json.
 * @property {string} [destroys] What it takes away: it asks first, or needs `--yes`.
 * @property {Readonly<Record<string, Argument>>} [options]
 * @property {readonly (Argument & { name: string })[]} [positionals]
 * @property {readonly string[]} [examples]
 * @property {() => string} [more]
 */

const SUBSITE = /** @type {const} */ ({ kind: 'number', min: 0, max: 99, shown: 'N', text: 'the number of one brand' });
const TESTS = /** @type {const} */ ({
  name: 'FILTER',
  kind: 'text',
  many: true,
  text: 'part of a path: only files that contain it',
});
const PROJECT = /** @type {const} */ ({ kind: 'word', words: ['unit', 'server', 'web'], text: 'one kind of tests' });
const ONLY_NAMED = /** @type {const} */ ({ kind: 'text', short: 't', shown: 'TEXT', text: 'only tests whose name contains it' });
const UPDATE = /** @type {const} */ ({ kind: 'flag', short: 'u', text: 'renew what is kept of answers' });
const FAMILY = /** @type {const} */ ({ kind: 'text', shown: 'FAMILY', text: "the tracker's model family (docs/operations.md)" });
const ROLES = /** @type {const} */ ({
  roles: {
    kind: 'words',
    words: ['gateway', 'projector', 'api', 'worker'],
    shown: 'ROLE,ROLE',
    text: 'only these: gateway, projector, api, worker; all unless told',
  },
});

/** The settings of docs/operations.md, which a test holds equal to the program's. */
function settings() {
  const text = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const table = text.split('\n').filter((line) => /^\| `[A-Z\d_]+` \|/.test(line));
  const rows = table.map((line) => line.slice(2, -2).split(' | '));
  return ['Settings (environment variables; in brackets what holds without):', '']
    .concat(
      rows.map(([name, fallback, ...meaning]) => `  ${name.replaceAll('`', '')} [${fallback}]\n      ${meaning.join(' | ')}`),
    )
    .join('\n');
}

/** The numbers that each benchmark takes. */
export const BENCH_NUMBERS = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  administration: ['units', 'users', 'audit', 'rounds'],
  alarms: ['units', 'rate', 'alarms', 'seconds', 'jammed', 'bursts'],
  attest: ['units', 'trips'],
  decode: ['rounds', 'ms'],
  fuzz: ['count', 'seed', 'only'],
  'half-open': ['sockets', 'seconds'],
  history: ['days', 'points', 'rounds'],
  ingest: ['rounds', 'seconds', 'connections', 'inFlight', 'only'],
  kill: ['kills', 'stops', 'trackers', 'away'],
  live: ['units', 'clients', 'seconds', 'rate', 'stalls'],
  'live-load': ['units', 'rounds', 'check'],
  log: ['units', 'trips', 'rounds'],
  map: ['units', 'rate', 'seconds', 'reports', 'clustered', 'panning', 'width'],
  projector: ['units', 'records'],
  reading: ['units', 'logs', 'rounds'],
  booking: ['units', 'bookings', 'racing', 'rounds'],
  reports: ['units', 'trips', 'lines', 'rounds'],
  'sign-in-flood': ['rate', 'addresses', 'seconds', 'check'],
  storage: ['records', 'days', 'rounds'],
  tolls: ['rounds', 'ms'],
});

export const COMMANDS = /** @type {const} */ ({
  start: {
    purpose: 'Installs and builds what is missing, then runs Spora.',
    run: 'scripts/start.mjs',
    options: ROLES,
    examples: ['', '--roles api'],
    more: settings,
  },
  dev: {
    purpose: 'Runs Spora for its developers: the server restarts when its source changes, vite serves the pages.',
    run: 'scripts/dev.mjs',
    options: ROLES,
  },
  test: { purpose: 'Runs every check and test, also those in a browser.', run: 'scripts/test.mjs' },
  check: {
    purpose: 'Checks what changed: types, lint, structure, and the nearest tests.',
    run: 'scripts/check.mjs',
    positionals: [{ name: 'REVISION', kind: 'text', text: 'what differs from it counts as changed; else what is not committed' }],
  },
  'check:structure': { purpose: 'Checks layers, names and the other rules of the project.', run: 'tools/checks/src/main.ts' },
  'check:types': {
    purpose: 'Checks the types of everything.',
    run: 'typescript-native:bin/tsc',
    before: ['-p', 'tsconfig.json', '--noEmit'],
    folder: '.',
  },
  lint: {
    purpose: 'Checks the rules of the linter.',
    run: 'oxlint:bin/oxlint',
    before: ['--type-aware', '--report-unused-disable-directives-severity=error', '--max-warnings=0'],
    folder: '.',
    options: { fix: { kind: 'flag', text: 'mend what can be mended' } },
  },
  format: { purpose: 'Formats every file.', run: 'prettier:bin/prettier.cjs', before: ['--write', '.'], folder: '.' },
  'test:unit': {
    purpose: 'Runs the tests without a browser, all or some.',
    run: 'vitest:vitest.mjs',
    before: ['run'],
    folder: '.',
    options: { project: PROJECT, testNamePattern: ONLY_NAMED, update: UPDATE },
    positionals: [TESTS],
    examples: ['', 'embedded --project server', 'embedded -t "kill -9"'],
  },
  'test:watch': {
    purpose: 'Runs the tests of what changes, as it changes.',
    run: 'vitest:vitest.mjs',
    before: ['watch', '--changed'],
    folder: '.',
    options: { project: PROJECT, testNamePattern: ONLY_NAMED },
    positionals: [TESTS],
  },
  openapi: {
    purpose: 'Writes the description of the interface, openapi.json, anew.',
    run: 'vitest:vitest.mjs',
    before: ['run', 'openapi', '-u'],
    folder: '.',
  },
  e2e: {
    purpose: 'Runs the journeys in a browser, all or some, against a Spora of their own.',
    run: 'e2e/src/main.ts',
    options: {
      grep: { kind: 'text', short: 'g', shown: 'TEXT', text: 'only journeys whose title contains it' },
      'repeat-each': { kind: 'number', min: 1, max: 1000, shown: 'N', text: 'how many times each' },
      workers: { kind: 'number', min: 1, max: 64, shown: 'N', text: 'how many at once' },
      'update-snapshots': { kind: 'flag', short: 'u', text: 'renew what is kept of pages' },
    },
    positionals: [{ name: 'FILTER', kind: 'text', many: true, text: 'part of a path: only files that contain it' }],
  },
  tour: {
    purpose: 'Takes the pictures of docs/tour.md anew, of a Spora of its own that has just been started.',
    run: 'e2e/src/tour.ts',
    options: {
      running: { kind: 'path', isThere: true, shown: 'FOLDER', text: 'of the Spora that runs from this data folder instead' },
    },
    positionals: [
      { name: 'PICTURE', kind: 'text', many: true, text: 'only these, by the names of their files; all unless told' },
    ],
    examples: ['', '--running data', 'alarms fridge'],
  },
  brands: {
    purpose: 'Draws the pictures of the brands whose mark or tile has changed.',
    run: 'e2e/src/brand-pictures.ts',
    options: { all: { kind: 'flag', text: 'those of every brand' } },
  },
  build: { purpose: 'Builds the web application.', run: 'vite:bin/vite.js', before: ['build'], folder: 'apps/web' },
  bench: {
    purpose: 'Lists the benchmarks, or runs one.',
    run: 'tools/bench/src/main.ts',
    options: {
      small: { kind: 'flag', text: 'in seconds: that it works, and what does not swing' },
      built: { kind: 'flag', text: 'web: weigh the build that is there' },
      dist: { kind: 'path', isThere: true, shown: 'FOLDER', text: 'web: weigh a build made elsewhere' },
      ...benchNumbers(),
    },
    positionals: [{ name: 'NAME', kind: 'text', text: 'which; `small` or `all` runs every one' }],
    examples: ['', 'ingest', 'ingest --small', 'small', 'all'],
  },
  simulate: {
    purpose: 'Plays trackers that drive and report: a fleet, one unit, or a recorded drive.',
    run: 'tools/simulator/src/main.ts',
    options: {
      host: { kind: 'text', fallback: '127.0.0.1', text: 'where the trackers report to' },
      port: { kind: 'number', min: 1, max: 65_535, shown: 'N', text: 'its port; the usual one of the trackers unless told' },
      protocol: {
        kind: 'text',
        shown: 'NAME',
        text: 'what they speak (docs/operations.md names them); as most trackers unless told',
      },
      units: { kind: 'number', min: 1, max: 20_000, fallback: '20', shown: 'N', text: 'a fleet: how many' },
      speedup: {
        kind: 'text',
        shown: 'N|max',
        text: 'how much faster time runs until it reaches now; max sends the past at once',
      },
      hours: { kind: 'number', min: 0, max: 8784, shown: 'N', text: 'how long ago it starts' },
      'imei-from': { kind: 'text', fallback: '001010000000001', shown: 'IMEI', text: 'the first; the others follow by counting' },
      every: {
        kind: 'number',
        min: 1,
        max: 3600,
        fallback: '5',
        shown: 'N',
        text: 'seconds between the records of a moving unit',
      },
      seed: { kind: 'number', min: 0, max: 2_147_483_648, fallback: '1', shown: 'N', text: 'another seed is another fleet' },
      graph: { kind: 'path', isThere: true, shown: 'FILE.json', text: 'drive on this street graph' },
      zone: { kind: 'text', fallback: 'Europe/Stockholm', text: 'the time zone of that graph' },
      routes: { kind: 'path', isThere: true, shown: 'FILE.geojson', text: 'drive these long routes' },
      fleet: { kind: 'path', isThere: true, shown: 'FILE.json', text: 'a fleet written down' },
      from: { kind: 'time', shown: 'TIME', text: 'where to begin in it' },
      register: { kind: 'flag', text: 'first add the IMEIs as units' },
      account: { kind: 'text', shown: 'NAME', text: 'to which account; the demo unless told' },
      minutes: { kind: 'number', min: 0, max: 525_600, shown: 'N', text: 'end by itself' },
      replay: { kind: 'path', isThere: true, shown: 'FILE.csv|.gpx', text: 'a recorded drive, sent as the tracker --imei' },
      imei: { kind: 'imei', text: 'one unit, for example one that you registered: an hour of its past, then as time goes' },
      alarm: {
        kind: 'text',
        shown: 'KIND',
        text: 'something happens to the unit --imei: towing, power-cut, jamming, door (input 2), alarm-input (input 3), panic, low-voltage, low-battery, over-speed, alcohol, over-use',
      },
      'keep-time': { kind: 'flag', text: 'the recorded times, not as if it happened now' },
      quiet: { kind: 'flag', text: 'tell no progress' },
    },
    examples: [
      '--imei 001099000000019',
      '--units 20 --register',
      '--units 100 --hours 8760 --speedup max --every 60 --register',
      '--replay drive.gpx --imei 356307042441013 --speedup 60',
      '--alarm jamming --imei 001099000000019',
    ],
  },
  'register-simulated': {
    purpose: 'Adds units for simulated trackers.',
    run: 'apps/server/src/cli/register-simulated.ts',
    isInternal: true,
    options: {
      'imei-from': { kind: 'text', required: true, shown: 'IMEI', text: 'the first; the others follow by counting' },
      units: { kind: 'number', min: 1, max: 20_000, fallback: '1', shown: 'N', text: 'how many' },
      account: { kind: 'text', shown: 'NAME', text: 'to which account; the demo unless told' },
      family: FAMILY,
    },
  },
  'create-account': {
    purpose: 'Makes a company without a unit, and its administrator, whose password it tells once.',
    run: 'apps/server/src/cli/create-account.ts',
    options: {
      name: { kind: 'text', required: true, shown: 'COMPANY', max: 50, text: 'its name' },
      email: { kind: 'email', required: true, text: 'the address with which the administrator signs in' },
      'full-name': { kind: 'text', required: true, shown: '"First Last"', max: 50, text: "the administrator's name" },
      country: { kind: 'text', fallback: 'SE', shown: 'CODE', text: 'where it is: its currency and time zone' },
      subsite: { ...SUBSITE, fallback: '0' },
    },
    examples: ['--name "Company" --email person@example.org --full-name "First Last" --country SE --subsite 0'],
  },
  'create-support': {
    purpose: 'Lets somebody into the back office /support with a new password, or shuts them out.',
    run: 'apps/server/src/cli/create-support.ts',
    options: {
      email: { kind: 'email', required: true, text: 'must reach them: a code is mailed at every sign-in' },
      'full-name': { kind: 'text', shown: '"First Last"', max: 50, text: 'needed unless --disable' },
      language: { kind: 'text', fallback: 'sv', shown: 'CODE', text: 'the language they work in' },
      disable: { kind: 'flag', text: 'shut them out and end what they have open' },
    },
    examples: ['--email person@example.org --full-name "First Last"', '--email person@example.org --disable'],
  },
  'add-unit': {
    purpose: 'Adds a unit with the tracker that sits in it; the tracker is accepted from then on.',
    run: 'apps/server/src/cli/add-unit.ts',
    options: {
      imei: { kind: 'imei', required: true, text: 'of the tracker, 15 digits' },
      name: { kind: 'text', required: true, shown: 'NAME', max: 50, text: 'of the unit' },
      account: { kind: 'text', shown: 'COMPANY', text: 'whose it is; in the demo its own unless told' },
      'registration-number': { kind: 'text', shown: 'PLATE', max: 20, text: 'of the vehicle' },
      kind: { kind: 'text', fallback: 'vehicle', text: 'what it is: vehicle, boat, machine and so on' },
      family: FAMILY,
    },
    examples: ['--imei 356307042441013 --name "My car"', '--account "Company" --imei 356307042441047 --name "Van 1"'],
  },
  'add-stock': {
    purpose: 'Puts trackers into the stock, all of them or none: customers may register them from then on.',
    run: 'apps/server/src/cli/add-stock.ts',
    options: {
      imei: { kind: 'imei', required: true, many: true, text: 'of a tracker, 15 digits' },
      family: FAMILY,
      subsite: { ...SUBSITE, text: 'only customers of this brand' },
      subscription: { kind: 'text', fallback: 'Standard', text: 'what the unit gets: Bas, Standard or Plus' },
    },
    examples: [
      '--imei 356307042441013 --imei 356307042441021',
      '--imei 356307042441039 --family C --subsite 3 --subscription Bas',
    ],
  },
  announce: {
    purpose: 'Shows a text above every page, in place of the former one, or ends that.',
    run: 'apps/server/src/cli/announce.ts',
    options: {
      en: { kind: 'text', max: 1000, shown: '"TEXT"', text: 'in English' },
      sv: { kind: 'text', max: 1000, shown: '"TEXT"', text: 'in Swedish' },
      no: { kind: 'text', max: 1000, shown: '"TEXT"', text: 'in Norwegian' },
      subsite: { ...SUBSITE, text: 'only for this brand' },
      until: { kind: 'time', shown: 'TIME', text: 'when it ends by itself, for example 2030-12-01T23:00:00+01:00' },
      end: { kind: 'flag', text: 'nothing is announced any more' },
    },
    examples: ['--en "Text" --sv "Text" --no "Text" --until 2030-12-01T23:00:00+01:00', '--end'],
  },
  tolls: {
    purpose: 'Lists the tariffs by which tolls are reckoned, shows one, or puts another in its place.',
    run: 'apps/server/src/cli/tolls.ts',
    options: {
      show: { kind: 'text', max: 100, shown: 'ID', text: 'one of them as JSON, to be edited' },
      set: { kind: 'path', isThere: true, shown: 'FILE', text: 'a tariff as JSON, in place of the one with its id' },
      reset: { kind: 'text', max: 100, shown: 'ID', text: "the program's own again" },
      by: { kind: 'text', max: 100, shown: 'NAME', text: 'who changes it, for the history' },
    },
    examples: ['', '--show se-stockholm-2020', '--set stockholm.json --by "Anna Lindqvist"'],
  },
  rebuild: {
    purpose: "Computes a unit's trips, readings and state anew from the log.",
    run: 'apps/server/src/cli/rebuild.ts',
    options: { imei: { kind: 'imei', required: true, text: 'a tracker that the unit has or had' } },
    examples: ['--imei 350123456789012'],
  },
  'new-seal-key': {
    purpose: 'Makes another key, which seals attested logs from the next start on; what was sealed before verifies as before.',
    run: 'apps/server/src/cli/new-seal-key.ts',
    destroys: 'The present key seals nothing any more after the next start.',
  },
  'new-secret-key': {
    purpose: 'Makes another key, which seals the secrets in the database; what the present one sealed is sealed anew.',
    run: 'apps/server/src/cli/new-secret-key.ts',
    destroys: 'The present key seals nothing any more.',
  },
  sbom: {
    purpose: 'Tells every package that runs Spora, with version, licence and hash: the software bill of materials.',
    run: 'scripts/sbom.mjs',
    options: {
      format: { kind: 'word', words: ['cyclonedx', 'spdx'], fallback: 'cyclonedx', text: 'the format of the document (JSON)' },
      all: { kind: 'flag', text: 'with what only builds and tests it' },
    },
    positionals: [{ name: 'FILE', kind: 'path', text: 'a new file; the standard output unless told' }],
    examples: ['', 'sbom.json', '--format spdx'],
  },
  'verify-log': {
    purpose: 'Tells whether every attested trip is as it was attested; ends with 1 where one is not.',
    run: 'apps/server/src/cli/verify-log.ts',
  },
  backup: {
    purpose: 'Writes everything into a new folder, while Spora runs.',
    run: 'apps/server/src/cli/backup.ts',
    positionals: [{ name: 'FOLDER', kind: 'path', text: 'one named by the time under DATA_DIR/backups unless told' }],
    examples: ['', '/backups/2026-03-15'],
  },
  restore: {
    purpose: 'Fills an empty database from a backup, or checks one.',
    run: 'apps/server/src/cli/restore.ts',
    destroys: 'The database, which must be empty, becomes that of the backup.',
    options: {
      check: { kind: 'flag', text: 'read the backup whole and tell whether it is sound; needs no database, changes nothing' },
    },
    positionals: [{ name: 'FOLDER', kind: 'path', required: true, text: 'the backup' }],
    examples: ['/backups/2026-03-15 --check', '/backups/2026-03-15 --yes'],
  },
  doctor: {
    purpose:
      'Looks at settings, database, disk, ports, TLS, mail and time, and tells what to do; ends with 1 where something is wrong.',
    run: 'apps/server/src/cli/doctor.ts',
    options: { mail: { kind: 'email', text: 'send a test message there' } },
    examples: ['', '--mail person@example.org'],
  },
  'db:migrate': { purpose: 'Brings the database to the schema of this version.', run: 'apps/server/src/cli/migrate.ts' },
  'db:types': {
    purpose: 'Writes the types of the database and its description anew, for developers.',
    run: 'apps/server/src/cli/types.ts',
  },
  'db:reset': {
    purpose: 'Empties the database and builds it anew.',
    run: 'apps/server/src/cli/reset.ts',
    destroys: 'Everything in the database is deleted.',
  },
  basemap: {
    purpose: 'Makes the embedded map anew from its public sources.',
    run: 'tools/basemap/src/main.ts',
    positionals: [{ name: 'FOLDER', kind: 'path', text: 'keeps the sources between runs' }],
  },
});

/**
 * One option for each number that a benchmark takes, with whose it is.
 * @returns {Record<string, { kind: 'number', min: number, max: number, shown: string, text: string }>}
 */
function benchNumbers() {
  const names = [...new Set(Object.values(BENCH_NUMBERS).flat())].sort();
  const whose = (name) => Object.keys(BENCH_NUMBERS).filter((bench) => BENCH_NUMBERS[bench].includes(name));
  return Object.fromEntries(
    names.map((name) => [name, { kind: 'number', min: -1, max: 1e9, shown: 'N', text: whose(name).join(', ') }]),
  );
}
