import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import type { FleetUnit } from './fleet-units.ts';
import { hashOf, randomOf } from './random.ts';
import { recordUnit, type TakenRecord } from './recorder.ts';
import { createTrackerClient, type TrackerClient } from './tracker-client.ts';

export interface FleetOptions {
  readonly host: string;
  readonly port: number;
  readonly units: readonly FleetUnit[];
  /** What they speak; of another than the first of the list all go over TCP, in its richest way. */
  readonly protocol?: Protocol;
  readonly seed: number;
  /** Where the simulated clock starts; now when left out. */
  readonly fromMs?: number;
  /** The odometers count from here; the start when left out. Give it again to continue a fleet. */
  readonly sinceMs?: number;
  /** How much faster the clock runs until it reaches now; Infinity sends the past as fast as it is acknowledged. */
  readonly speedup?: number;
  readonly recordsPerFrame?: number;
  /** Longest wait for acknowledgements when it is stopped; what is left is forgotten. */
  readonly drainMs?: number;
}

export interface FleetStats {
  readonly units: number;
  readonly connected: number;
  readonly recorded: number;
  readonly acknowledged: number;
  readonly waiting: number;
  readonly resent: number;
  readonly refused: number;
  readonly clockMs: number;
  /** The past is sent and acknowledged; from here the clock is the real one. */
  readonly isLive: boolean;
}

export interface RunningFleet {
  readonly stats: FleetStats;
  /** Resolves when the past is sent and acknowledged. */
  readonly caughtUp: Promise<void>;
  stop(): Promise<void>;
}

const TICK_MS = 100;
/** New connections of one tick: a server's queue of callers is short. */
const CONNECTING_MAX = 100;
/** Work of one tick before others may run. */
const BUSY_MS = 12;
/** So many units send their past at the same time: the first are done, and live, long before the last. */
const SENDING_PAST_MAX = 12;
/** A unit that sends its past keeps no more than this unacknowledged. */
const BACKLOG_MAX = 400;

interface Runner {
  readonly unit: FleetUnit;
  readonly client: TrackerClient;
  /** Spreads reports over the second, as real clocks do. */
  readonly phaseMs: number;
  records: Generator<TakenRecord, never> | undefined;
  next: TakenRecord | undefined;
  /** When it last reported. */
  reportedMs: number;
}

function movesAt({ life, delayMs = 0 }: FleetUnit, atMs: number): boolean {
  const then = atMs - delayMs;
  return life.planOf(life.dayAt(then)).drives.some(({ startMs, endMs }) => startMs <= then && then < endMs);
}

/** Runs a fleet against a server: real sockets, a real protocol, one clock. */
export function simulateFleet(options: FleetOptions): RunningFleet {
  const { host, port, seed, speedup = 1, drainMs = 5000 } = options;
  const startedAt = Date.now();
  const fromMs = options.fromMs ?? startedAt;
  const sinceMs = options.sinceMs ?? fromMs;
  const counts = { recorded: 0, acknowledged: 0, resent: 0, refused: 0 };
  const { protocol = PROTOCOLS[0] } = options;
  const runners = options.units.map((given): Runner => {
    const { dialect: _, ...plain } = given;
    const unit: FleetUnit = protocol.name === PROTOCOLS[0].name ? given : { ...plain, transport: 'tcp' };
    const client = createTrackerClient({
      host,
      port,
      imei: unit.imei,
      protocol,
      ...(unit.dialect !== undefined && { dialect: unit.dialect }),
      transport: unit.transport,
      // A past that was never lost is in order; what is lost from now on comes as the unit is set.
      order: speedup === Infinity ? 'oldest-first' : unit.order,
      lostAckChance: unit.lostAckChance,
      random: randomOf(seed, unit.name, 'network'),
      recordsPerFrame: Math.min(options.recordsPerFrame ?? 40, unit.transport === 'udp' ? 16 : 255),
      onEvent: (event) => {
        if (event.kind === 'acknowledged') counts.acknowledged += event.count;
        else if (event.kind === 'resent') counts.resent++;
        else if (event.kind === 'refused') counts.refused++;
      },
    });
    return { unit, client, phaseMs: hashOf(unit.imei) % 1000, records: undefined, next: undefined, reportedMs: -Infinity };
  });
  // Whoever moves right now sends the past first, so that a map opened meanwhile has something to show.
  if (speedup === Infinity) runners.sort((a, b) => Number(movesAt(b.unit, startedAt)) - Number(movesAt(a.unit, startedAt)));
  const clockMs = (): number => {
    const now = Date.now();
    return speedup === Infinity ? now : Math.min(now, fromMs + (now - startedAt) * speedup);
  };
  let isLive = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let first = 0;
  let connecting = 0;
  const caughtUp = Promise.withResolvers<void>();

  /** Hands over what is due; false when more is due than may be handed over now. */
  const handOver = (runner: Runner, clock: number, until: number): boolean => {
    const { unit, client, phaseMs } = runner;
    runner.records ??= recordUnit({ ...unit, seed, sinceMs: unit.sinceMs ?? sinceMs, fromMs: unit.fromMs ?? fromMs });
    for (;;) {
      const taken = (runner.next ??= runner.records.next().value);
      if (taken.record.timeMs + phaseMs > clock) return true;
      if (unit.silentFromMs !== undefined && taken.record.timeMs >= unit.silentFromMs) return true;
      if (!isLive && client.waiting >= BACKLOG_MAX) return false;
      // When the past is sent at once its holes in the coverage are over long since.
      if (isLive || speedup !== Infinity) client.setCovered(taken.isCovered);
      runner.next = undefined;
      // Commands may have set it to report more seldom than it records.
      const everyMs = client.reportsEveryS(taken.record.speedKmh > 0) * 1000;
      if (taken.record.timeMs - runner.reportedMs < everyMs) continue;
      runner.reportedMs = taken.record.timeMs;
      client.report(taken.record);
      counts.recorded++;
      if (performance.now() > until) return false;
    }
  };
  const tick = (): void => {
    if (isStopped) return;
    for (const { client } of runners.slice(connecting, (connecting += CONNECTING_MAX))) client.connect();
    const clock = clockMs();
    const until = performance.now() + BUSY_MS;
    let isDone = true;
    let sendingPast = 0;
    for (let i = 0; i < runners.length; i++) {
      const runner = runners[(first + i) % runners.length]!;
      if (!handOver(runner, clock, until)) {
        isDone = false;
        if (!isLive && speedup === Infinity && ++sendingPast >= SENDING_PAST_MAX) break;
      }
      if (performance.now() > until) {
        if (isLive || speedup !== Infinity) first = (first + i + 1) % runners.length;
        isDone = false;
        break;
      }
    }
    if (!isLive && isDone && Date.now() - clock < 1500 && runners.every(({ client }) => client.waiting < BACKLOG_MAX / 4)) {
      isLive = true;
      for (const { unit, client } of runners) client.setOrder(unit.order);
      caughtUp.resolve();
    }
    timer = setTimeout(tick, isDone ? TICK_MS : 1);
  };
  tick();
  return {
    get stats() {
      return {
        units: runners.length,
        connected: runners.filter(({ client }) => client.isConnected).length,
        ...counts,
        waiting: runners.reduce((sum, { client }) => sum + client.waiting, 0),
        clockMs: clockMs(),
        isLive,
      };
    },
    caughtUp: caughtUp.promise,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.allSettled(runners.map(({ client }) => (client.isConnected ? client.drained(drainMs) : Promise.resolve())));
      for (const { client } of runners) client.close();
      caughtUp.resolve();
    },
  };
}
