import { type Benchmark, runAll, runSmall } from './runs.ts';

/** Loaded on demand, so that one benchmark does not pay for the others' imports. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  decode: () => import('./decode.ts'),
  fuzz: () => import('./fuzz.ts'),
  storage: () => import('./storage.ts'),
  ingest: () => import('./ingest.ts'),
  'half-open': () => import('./half-open.ts'),
  kill: () => import('./kill.ts'),
  projector: () => import('./projector.ts'),
  reading: () => import('./reading.ts'),
  log: () => import('./log.ts'),
  administration: () => import('./administration.ts'),
  live: () => import('./live.ts'),
  'live-load': () => import('./live-load.ts'),
  map: () => import('./map.ts'),
  web: () => import('./web.ts'),
};

const USAGE = `npm run bench -- NAME [options]    one benchmark; --small checks in seconds that it works and what does not swing
npm run bench -- small             all of them in their small mode, as the tests run them
npm run bench -- all               all of them in full, into a dated file under docs/benchmarks/
`;

const [name, ...args] = process.argv.slice(2);
const load = name === undefined ? undefined : BENCHMARKS[name];
if (load) {
  const { title, run, small } = await load();
  console.log(`# ${title}`);
  await run(args[0] === '--small' ? small : args);
} else if (name === 'small') await runSmall(Object.keys(BENCHMARKS));
else if (name === 'all') await runAll(Object.keys(BENCHMARKS));
else {
  const isKnown = name === undefined || name === '--help';
  if (!isKnown) process.exitCode = 1;
  console.log(isKnown ? USAGE : `There is no benchmark "${name}".\n`);
  for (const [key, open] of Object.entries(BENCHMARKS)) console.log(`  ${key.padEnd(15)} ${(await open()).title}`);
}
