import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, ownArguments } from './arguments.ts';
import { loadDrive } from './drive-file.ts';
import { readFleetFile, type Fleet } from './fleet-file.ts';
import { mixedFleet, unitUnderWay } from './fleet-units.ts';
import { simulateFleet, type RunningFleet } from './fleet.ts';
import { type Incident, incidentRecords } from './incidents.ts';
import type { Network } from './network.ts';
import { readGraph, readRoutes } from './network-file.ts';
import { replayDrive, sendRecords } from './replay.ts';

const PROGRESS_MS = 1000;
const CATCH_UP_MINUTES = 6;
const REGISTER = fileURLToPath(new URL('../../../apps/server/src/cli/register-simulated.ts', import.meta.url));

async function run(): Promise<void> {
  const args = ownArguments();
  if (args.isRegistering) await register(args);
  if (args.alarm !== undefined && args.imei !== undefined) return happen(args, args.alarm, args.imei);
  if (args.replay !== undefined && args.imei !== undefined) return replay(args, args.replay, args.imei);
  const fromMs = startOf(args);
  const { seed, sinceMs, units } = fleetOf(args, fromMs);
  const fleet = simulateFleet({
    host: args.host,
    port: args.port,
    seed,
    units,
    sinceMs,
    fromMs,
    speedup: args.speedup,
    protocol: args.protocol,
  });
  const stopShowing = args.isQuiet ? undefined : showProgress(fleet);
  await ending(args.minutes);
  stopShowing?.();
  await fleet.stop();
}

function fleetOf(args: Arguments, fromMs: number): Fleet {
  if (args.fleet !== undefined) return readFleetFile(args.fleet);
  if (args.imei !== undefined)
    return { seed: args.seed, sinceMs: fromMs, units: [unitUnderWay(args.imei, args.seed, new Date())] };
  const networks = networksOf(args);
  const units = mixedFleet({
    count: args.units,
    seed: args.seed,
    imeiFrom: args.imeiFrom,
    movingEveryS: args.everyS,
    ...(networks !== undefined && { networks }),
  });
  return { seed: args.seed, sinceMs: fromMs, units };
}

function networksOf({ graph, routes, zone }: Arguments): Network[] | undefined {
  const given = [
    ...(graph === undefined ? [] : [readGraph(readFileSync(graph, 'utf8'), basename(graph), zone)]),
    ...(routes === undefined ? [] : readRoutes(readFileSync(routes, 'utf8'), zone)),
  ];
  return given.length === 0 ? undefined : given;
}

/** A sped-up fleet starts so far back that it reaches now within some minutes. */
function startOf({ fromMs, hours, speedup }: Arguments): number {
  const fallback = speedup === Infinity ? 24 : speedup === 1 ? 0 : ((speedup - 1) * CATCH_UP_MINUTES) / 60;
  return fromMs ?? Date.now() - (hours ?? fallback) * 3_600_000;
}

/** The server's own command writes to its database: the simulator knows only the trackers' side. */
async function register({ units, imeiFrom, imei, replay: file, account, protocol }: Arguments): Promise<void> {
  const which =
    file === undefined && imei === undefined
      ? ['--imei-from', imeiFrom, '--units', String(units)]
      : ['--imei-from', imei ?? imeiFrom, '--units', '1'];
  const child = spawn(
    process.execPath,
    [REGISTER, ...which, '--family', protocol.families[0]?.name ?? '', ...(account === undefined ? [] : ['--account', account])],
    {
      stdio: 'inherit',
    },
  );
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error('The units could not be registered.');
}

async function replay(args: Arguments, file: string, imei: string): Promise<void> {
  const running = replayDrive({
    host: args.host,
    port: args.port,
    imei,
    protocol: args.protocol,
    fixes: loadDrive(file),
    speedup: args.speedup,
    keepTime: args.keepTime,
  });
  const timer = args.isQuiet
    ? undefined
    : setInterval(() => show(`${running.sent} of ${running.total} records acknowledged`), PROGRESS_MS);
  await Promise.race([running.done, ending(args.minutes)]).finally(() => clearInterval(timer));
  running.stop();
  console.log(`\n${running.sent} of ${running.total} records acknowledged`);
}

/** Where something happens to a unit: the middle of Stockholm. */
const SCENE = { lat: 59.3293, lon: 18.0686 };

async function happen({ host, port, protocol }: Arguments, alarm: Incident, imei: string): Promise<void> {
  const records = incidentRecords(alarm, { ...SCENE, lastMs: Date.now() });
  const running = sendRecords({ host, port, imei, protocol, records, speedup: Infinity });
  await Promise.race([running.done, ending(1)]);
  running.stop();
  console.log(`${running.sent} of ${running.total} records acknowledged: ${alarm}`);
}

function showProgress(fleet: RunningFleet): () => void {
  let last = 0;
  const timer = setInterval(() => {
    const { units, connected, acknowledged, waiting, resent, refused, clockMs, isLive } = fleet.stats;
    const clock = isLive ? 'now' : new Date(clockMs).toISOString().slice(0, 16).replace('T', ' ');
    const rate = Math.round(((acknowledged - last) * 1000) / PROGRESS_MS);
    last = acknowledged;
    const trouble = refused > 0 ? `  ${refused} refused (register them: --register)` : '';
    show(
      `${clock}  ${connected}/${units} connected  ${acknowledged} acknowledged (${rate}/s)  ${waiting} waiting  ${resent} sent again${trouble}`,
    );
  }, PROGRESS_MS);
  return () => {
    clearInterval(timer);
    console.log();
  };
}

const show = (line: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`);
  else console.log(line);
};

/** Ctrl-C, the end of the program that started us, or the time given. */
function ending(minutes: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => resolve());
    if (minutes !== undefined) setTimeout(resolve, minutes * 60_000);
  });
}

run().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
