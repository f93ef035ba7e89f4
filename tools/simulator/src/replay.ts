import type { Protocol } from '@spora/protocols/protocol';
import { haversineM } from '@spora/telemetry/geometry';
import type { PositionRecord } from '@spora/telemetry/record';
import type { Fix } from './drive-file.ts';
import { randomOf } from './random.ts';
import { createTrackerClient } from './tracker-client.ts';

export interface ReplayOptions {
  readonly host: string;
  readonly port: number;
  readonly imei: string;
  readonly fixes: readonly Fix[];
  /** How much faster than it was driven; Infinity sends as fast as it is acknowledged. */
  readonly speedup?: number;
  /** Keeps the recorded times; otherwise all are shifted so that the last fix is now. */
  readonly keepTime?: boolean;
  readonly protocol?: Protocol;
  readonly dialect?: string;
  readonly recordsPerFrame?: number;
  readonly nowMs?: number;
}

export interface Replay {
  readonly sent: number;
  readonly total: number;
  /** Resolves when every record is acknowledged. */
  readonly done: Promise<void>;
  stop(): void;
}

const MOVES_KMH = 3;
/** Stands that are shorter are waited through with the engine running. */
const OFF_AFTER_S = 180;
/** After a silence this long the drive is another one. */
const NEW_DRIVE_AFTER_S = 600;
const KEPT_WAITING = 2000;

/** Shifts a drive in time so that its last fix is at the given instant. */
export function shiftedTo(fixes: readonly Fix[], lastMs: number): Fix[] {
  const shift = lastMs - (fixes.at(-1)?.timeMs ?? lastMs);
  return fixes.map((fix) => ({ ...fix, timeMs: Math.round(fix.timeMs + shift) }));
}

/**
 * A drive as a tracker would have reported it: ignition is on from the first movement to the first still moment of a
 * stand of three minutes or more, and to the last fix before a long silence; the odometer is the way between good fixes.
 */
export function recordsOfDrive(fixes: readonly Fix[]): PositionRecord[] {
  const ignition = ignitionOf(fixes);
  let metres = 0;
  return fixes.map((fix, i) => {
    const before = fixes[i - 1];
    if (before !== undefined && (ignition[i] || ignition[i - 1])) metres += haversineM(before.lat, before.lon, fix.lat, fix.lon);
    const isOn = ignition[i]!;
    const isChange = i > 0 && ignition[i - 1] !== isOn;
    return {
      timeMs: fix.timeMs,
      latE7: Math.round(fix.lat * 1e7),
      lonE7: Math.round(fix.lon * 1e7),
      altitudeM: Math.max(-1000, Math.min(9000, Math.round(fix.altitudeM))),
      headingDeg: ((Math.round(fix.headingDeg) % 360) + 360) % 360,
      satellites: Math.max(0, Math.min(255, Math.round(fix.satellites ?? 9))),
      speedKmh: Math.max(0, Math.min(400, Math.round(fix.speedKmh))),
      priority: isChange ? 1 : 0,
      eventId: isChange ? 239 : 0,
      io: [
        { id: 239, width: 1, value: isOn ? 1 : 0 },
        { id: 240, width: 1, value: fix.speedKmh > MOVES_KMH ? 1 : 0 },
        { id: 21, width: 1, value: 4 },
        { id: 69, width: 1, value: fix.satellites === 0 ? 2 : 1 },
        { id: 182, width: 2, value: Math.max(0, Math.min(500, Math.round((fix.hdop ?? 0.9) * 10))) },
        { id: 66, width: 2, value: isOn ? 14_100 : 12_600 },
        { id: 16, width: 4, value: Math.round(metres) },
      ],
    };
  });
}

function ignitionOf(fixes: readonly Fix[]): boolean[] {
  const isOn = fixes.map((fix) => fix.speedKmh > MOVES_KMH);
  for (let i = 0; i < fixes.length;) {
    if (isOn[i]) {
      i++;
      continue;
    }
    let end = i;
    while (end < fixes.length && fixes[end]!.speedKmh <= MOVES_KMH && !isSilence(fixes, end, i)) end++;
    const until = fixes[Math.min(end, fixes.length - 1)]!.timeMs;
    const isBetween = i > 0 && end < fixes.length && !isSilence(fixes, end) && !isSilence(fixes, i);
    if (isBetween && until - fixes[i]!.timeMs < OFF_AFTER_S * 1000) isOn.fill(true, i, end);
    i = Math.max(end, i + 1);
  }
  return isOn;
}

/** Whether a long silence lies just before a fix; not asked of the first of a run. */
const isSilence = (fixes: readonly Fix[], at: number, first = -1): boolean =>
  at !== first && at > 0 && fixes[at]!.timeMs - fixes[at - 1]!.timeMs > NEW_DRIVE_AFTER_S * 1000;

/** Sends a recorded drive over a real socket. */
export function replayDrive(options: ReplayOptions): Replay {
  const { speedup = 1, keepTime = false, nowMs = Date.now() } = options;
  // The last fix is now when it is sent, not when the replay began.
  const spanMs = (options.fixes.at(-1)?.timeMs ?? 0) - (options.fixes[0]?.timeMs ?? 0);
  const fixes = keepTime ? [...options.fixes] : shiftedTo(options.fixes, nowMs + (speedup === Infinity ? 0 : spanMs / speedup));
  return sendRecords({ ...options, speedup, records: recordsOfDrive(fixes) });
}

export interface Sending extends Pick<ReplayOptions, 'host' | 'port' | 'imei' | 'protocol' | 'dialect' | 'recordsPerFrame'> {
  readonly records: readonly PositionRecord[];
  /** How much faster than they were made; Infinity sends as fast as it is acknowledged. */
  readonly speedup: number;
}

/** Sends records of one tracker over a real socket. */
export function sendRecords({ records, speedup, ...options }: Sending): Replay {
  let sent = 0;
  let next = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const finished = Promise.withResolvers<void>();
  const client = createTrackerClient({
    ...options,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf('replay', options.imei),
    onEvent: (event) => {
      if (event.kind === 'acknowledged') sent += event.count;
      if (event.kind === 'refused') finish(new Error(`${options.imei} was refused: register it first`));
      if (sent === records.length) finish();
    },
  });
  const finish = (error?: Error): void => {
    clearTimeout(timer);
    client.close();
    if (error === undefined) finished.resolve();
    else finished.reject(error);
  };
  const startedAt = performance.now();
  const firstMs = records[0]?.timeMs ?? 0;
  const tick = (): void => {
    if (isStopped) return;
    const due = firstMs + (performance.now() - startedAt) * speedup;
    while (next < records.length && records[next]!.timeMs <= due && client.waiting < KEPT_WAITING)
      client.report(records[next++]!);
    if (next < records.length) timer = setTimeout(tick, 50);
  };
  tick();
  return {
    get sent() {
      return sent;
    },
    total: records.length,
    done: finished.promise,
    stop() {
      isStopped = true;
      finish();
    },
  };
}
