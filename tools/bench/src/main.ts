import { BENCH_NUMBERS } from '../../../scripts/commands.mjs';
import { readCommand, refuse } from '../../../scripts/command-line.mjs';
import { type Benchmark, runAll, runSmall } from './runs.ts';

/** Loaded on demand, so that one benchmark does not pay for the others' imports. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  alarms: () => import('./alarms.ts'),
  decode: () => import('./decode.ts'),
  fuzz: () => import('./fuzz.ts'),
  storage: () => import('./storage.ts'),
  ingest: () => import('./ingest.ts'),
  'half-open': () => import('./half-open.ts'),
  kill: () => import('./kill.ts'),
  projector: () => import('./projector.ts'),
  reading: () => import('./reading.ts'),
  log: () => import('./log.ts'),
  attest: () => import('./attest.ts'),
  administration: () => import('./administration.ts'),
  booking: () => import('./booking.ts'),
  tolls: () => import('./tolls.ts'),
  reports: () => import('./reports.ts'),
  live: () => import('./live.ts'),
  'live-load': () => import('./live-load.ts'),
  map: () => import('./map.ts'),
  history: () => import('./history.ts'),
  'sign-in-flood': () => import('./sign-in-flood.ts'),
  web: () => import('./web.ts'),
};

const line = readCommand('bench');
const [name] = line.positionals;
const load = name === undefined ? undefined : BENCHMARKS[name];
if (name !== undefined && load) {
  const { small: isSmall, built, dist, ...numbers } = line.values;
  const given = Object.entries(numbers).filter(([, value]) => typeof value === 'number');
  const stranger = given.find(([option]) => !BENCH_NUMBERS[name]?.includes(option));
  if (stranger) refuse('bench', `There is no option --${stranger[0]} of the benchmark ${name}.`);
  if ((built || dist !== undefined) && name !== 'web')
    refuse('bench', `--built and --dist are of the benchmark web, not of ${name}.`);
  const args = [...given.flatMap(([option, value]) => [`--${option}`, String(value)]), ...(built ? ['--built'] : [])];
  const { title, run, small } = await load();
  console.log(`# ${title}`);
  await run(isSmall ? small : [...args, ...(dist === undefined ? [] : ['--dist', dist])]);
} else if (name === 'small') await runSmall(Object.keys(BENCHMARKS));
else if (name === 'all') await runAll(Object.keys(BENCHMARKS));
else if (name !== undefined) refuse('bench', `There is no benchmark ${name}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
else {
  console.log('npm run bench -- NAME runs one of these, npm run bench -- --help tells more.\n');
  for (const [key, open] of Object.entries(BENCHMARKS)) console.log(`  ${key.padEnd(15)} ${(await open()).title}`);
}
