import { PROTOCOLS } from '@spora/protocols/list';
import { readCommand } from '../../../scripts/command-line.mjs';
import { readConfig, ROLES, type Config, type Role } from './platform/configuration/config.ts';
import { kyselyOver, openDatabase, openPool } from './platform/database/database.ts';
import { createLog } from './platform/observing/log.ts';
import { createLinkTo } from './platform/mail/links.ts';
import { MAILBOX_PATH } from './platform/mail/mailbox.ts';
import { collectProcessMetrics } from './platform/observing/metrics.ts';
import { startMetricsServer } from './platform/observing/metrics-server.ts';
import { assertMigrated, migrate } from './platform/database/migrate.ts';
import {
  drainOnSignals,
  openConfiguredDatabase,
  readAddress,
  removeAddress,
  writeAddress,
  type OpenedDatabase,
} from './platform/program/program.ts';
import { createPostgresWake } from './platform/wake/postgres-wake.ts';
import { sentenceOf, startFaults, wantedPorts } from './platform/program/start-faults.ts';
import type { ListeningAddress, RoleDeps, RunningRole, StartRole } from './platform/program/role.ts';
import { ensureDemo, ownHost, startDemoFleet } from './demo/demo.ts';
import { sendTo } from './demo/story-caller.ts';
import { ensureDemoStock, tellDemoStock } from './demo/stock.ts';
import { type DemoStory, openDemoStory } from './demo/story.ts';
import { createPorts } from './roles/ports.ts';

const DRAIN_MS = 25_000;
/** Readers and judges first, ports last: whoever reaches a port finds everything behind it. */
const START_ORDER: readonly Role[] = ['projector', 'worker', 'api', 'gateway'];
/** Ports first: what is taken in is finished, then what follows from it. */
const STOP_ORDER: readonly (readonly Role[])[] = [['gateway', 'api'], ['projector'], ['worker']];

type Stop = () => Promise<void>;

async function start(): Promise<void> {
  const { values } = readCommand('start');
  const roles = rolesOf(values.roles);
  const config = readConfig();
  const log = createLog(config);
  const faults = await startFaults(config, wantedPorts(config, roles));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const database = await openConfiguredDatabase(config);
  if (database.isAttached && values.roles === undefined) {
    console.log(`Spora already runs from this folder: ${readAddress(config) ?? 'another start is under way'}`);
    return;
  }

  const running = new Map<Role, RunningRole>();
  /** What calls the roles, and so stops before them. */
  const callers: Stop[] = [];
  const foundations: Stop[][] = [];
  const end = drainOnSignals({
    log,
    patienceMs: DRAIN_MS,
    groups: () => [
      callers,
      ...STOP_ORDER.map((group) => group.flatMap((role) => running.get(role)?.stop ?? [])),
      ...foundations,
      [database.close],
    ],
  });
  try {
    const listening = () => [...running.values()].flatMap((role) => role.listening ?? []);
    const deps = { ...(await prepare(config, log, database, foundations)), listening };
    for (const role of START_ORDER.filter((name) => roles.includes(name))) {
      running.set(role, await (await STARTERS[role]())(deps));
      log.info({ role }, 'started');
    }
    if (!roles.includes('api') && config.healthPort !== undefined) {
      const server = await startMetricsServer({ config, port: config.healthPort, db: deps.pipeline });
      log.info({ healthPort: server.port }, 'answering for health');
      foundations.unshift([server.stop]);
    }
    // What the demo's fleet speaks, as the simulator does.
    const simulated = portOf([...running.values()], PROTOCOLS[0].name);
    const story = openStory(config, database, deps, portOf([...running.values()], 'http'));
    if (story) callers.push(story.stop);
    await story?.tellSetting();
    if (config.isDemo && database.urls.owner && simulated !== undefined && deps.demoSignIns.length > 0) {
      const fleet = await withOwner(database.urls.owner, (owner) => startDemoFleet(config, owner, simulated, deps.now()));
      callers.push(fleet.stop);
      story?.tellLog();
    }
    const address = tellAddresses(config, [...running.values()], deps.demoSignIns, await demoStock(config, database, deps));
    if (address && config.isDemo) {
      writeAddress(config, address);
      foundations.unshift([async () => removeAddress(config)]);
    }
  } catch (error) {
    tellFault(error);
    await end(1);
  }
}

/** The story of the demo's log, told through the interface of this program; none where that does not run here. */
function openStory(config: Config, { urls }: OpenedDatabase, deps: RoleDeps, port: number | undefined): DemoStory | undefined {
  if (!config.isDemo || !urls.owner || port === undefined || deps.demoSignIns.length === 0) return undefined;
  const owner = openDatabase(urls.owner, { max: 1 });
  return openDemoStory({
    config,
    api: deps.api,
    owner,
    send: sendTo(`http://${ownHost(config)}:${port}`),
    now: deps.now,
    mailbox: config.mail.kind === 'local' ? createLinkTo({ config, port: () => port }) : null,
    log: deps.log,
  });
}

/** Puts the demo's stock in place; answers what is told of it. */
async function demoStock({ isDemo }: Config, { urls }: OpenedDatabase, { demoSignIns }: RoleDeps): Promise<readonly string[]> {
  if (!isDemo || !urls.owner || demoSignIns.length === 0) return [];
  return withOwner(urls.owner, async (owner) => {
    await ensureDemoStock(owner);
    return tellDemoStock(owner);
  });
}

const rolesOf = (text: string | undefined): readonly Role[] =>
  text === undefined ? ROLES : ROLES.filter((role) => text.split(',').includes(role));

/** Brings the schema up to date and opens the pools; `foundations` learns how to close them, in order. */
async function prepare(config: Config, log: RoleDeps['log'], { urls }: OpenedDatabase, foundations: Stop[][]): Promise<RoleDeps> {
  collectProcessMetrics(config.dataDir);
  if (urls.owner) await migrate(urls.owner);
  let isClosing = false;
  const onIdleError = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'a database connection broke');
  };
  const pools = {
    api: openPool(urls.api, { max: 20, name: 'spora api', onIdleError }),
    pipeline: openPool(urls.pipeline, { max: 20, name: 'spora pipeline', onIdleError }),
  };
  const api = kyselyOver(pools.api);
  const pipeline = kyselyOver(pools.pipeline);
  // Not Kysely's destroy: it leaves a pool open that only others have used.
  const close = (pool: typeof pools.api) => () => {
    isClosing = true;
    return pool.end();
  };
  foundations.push([close(pools.api), close(pools.pipeline)]);
  if (!urls.owner) await assertMigrated(pipeline);
  const demoSignIns =
    config.isDemo && urls.owner ? await withOwner(urls.owner, (owner) => ensureDemo(config, owner, new Date())) : [];
  const now = () => new Date();
  const ports = createPorts(config, { pipeline, now });
  foundations.unshift([() => ports.mail.close()]);
  const wake = createPostgresWake({ url: urls.pipeline, log });
  return { config, log, now, ports, api, pipeline, pools, wake, demoSignIns };
}

async function withOwner<T>(url: string, work: (owner: RoleDeps['api']) => Promise<T>): Promise<T> {
  const owner = openDatabase(url, { max: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** Loaded only when asked for, so that a process carries what it runs. */
const STARTERS: Readonly<Record<Role, () => Promise<StartRole>>> = {
  gateway: async () => (await import('./roles/gateway.ts')).startGateway,
  projector: async () => (await import('./roles/projector.ts')).startProjector,
  api: async () => (await import('./roles/api.ts')).startApi,
  worker: async () => (await import('./roles/worker.ts')).startWorker,
};

/** Says where everything answers, to the person who started it; answers the address of the web application. */
function tellAddresses(
  config: Config,
  running: readonly RunningRole[],
  signIns: RoleDeps['demoSignIns'],
  stock: readonly string[],
): string | undefined {
  const http = portOf(running, 'http');
  const protocols = PROTOCOLS.map(({ name, title, port }) => ({
    title,
    setting: port.setting,
    wanted: config.trackerPorts[name]?.port ?? port.fallback,
    used: portOf(running, name),
  }));
  const address = config.publicUrl ?? (http === undefined ? undefined : `http://localhost:${http}`);
  const lines = [
    address && `Spora answers at ${address}`,
    ...(http === undefined
      ? []
      : signIns.map(
          ({ username, password, note, at = '' }) => `Sign in${at && ` at ${at}`} as ${username} with ${password} (${note})`,
        )),
    ...(http === undefined ? [] : stock),
    http !== undefined && config.mail.kind === 'local' && `Mail of the demo: http://localhost:${http}${MAILBOX_PATH}`,
    ...protocols.map(({ title, used }) => used && `${title}: port ${used}`),
    ...moved('PORT', config.http.port, http),
    ...protocols.flatMap(({ setting, wanted, used }) => moved(setting, wanted, used)),
    // The log tells its customers to ask for them.
    http !== undefined && config.geocoder.kind === 'none' && STREETS_ARE_OFF,
  ].filter((line) => typeof line === 'string');
  if (lines.length > 0) console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
  return address;
}

const STREETS_ARE_OFF =
  'Trips show the nearest town, in a few towns the street: a tax log needs street addresses, which GEOCODER and GEOCODER_URL turn on (docs/operations.md).';

const portOf = (running: readonly RunningRole[], name: ListeningAddress['name']): number | undefined =>
  running.flatMap((role) => role.listening ?? []).find((address) => address.name === name)?.port;

const moved = (name: string, wanted: number, used: number | undefined): string[] =>
  used === undefined || wanted === 0 || used === wanted
    ? []
    : [`(Port ${wanted} was taken, so ${used} is used; set ${name} to choose.)`];

const tellFault = (error: unknown): void => console.error(sentenceOf(error));

start().catch((error: unknown) => {
  tellFault(error);
  process.exitCode = 1;
});
