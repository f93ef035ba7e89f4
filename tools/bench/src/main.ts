/** One benchmark: prints what it measured and the ratio; never fails on a time. */
export interface Benchmark {
  readonly title: string;
  readonly run: (args: readonly string[]) => Promise<void>;
}

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
  map: () => import('./map.ts'),
  web: () => import('./web.ts'),
};

const [name, ...args] = process.argv.slice(2);
const load = name === undefined ? undefined : BENCHMARKS[name];
if (load) {
  const { title, run } = await load();
  console.log(`# ${title}`);
  await run(args);
} else {
  if (name !== undefined) process.exitCode = 1;
  console.log(name === undefined ? 'Benchmarks: npm run bench -- NAME [options]' : `There is no benchmark "${name}".`);
  for (const [key, open] of Object.entries(BENCHMARKS)) console.log(`  ${key.padEnd(10)} ${(await open()).title}`);
}
