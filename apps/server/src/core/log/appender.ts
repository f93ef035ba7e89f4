import { setTimeout as sleep } from 'node:timers/promises';
import { columnsOf, recordsOf, type RecordColumns } from '@spora/telemetry/columns';
import { digestOfSegments, splitByUtcDay, splitColumns, uniteColumns } from '@spora/telemetry/record-set';
import { encodeSegment } from '@spora/telemetry/segment';
import type { Logger } from 'pino';
import type { PositionLog } from './log.ts';
import type { Append, AppendFailure, QuarantineRow, SegmentRow } from './segments.ts';
import { type ClockBounds, allBelieved, clockBounds, clockVerdict, isOneRisingDay, utcDay } from './spans.ts';

/** `stored`: committed, so it may be acknowledged. `refused`: can never be stored. `stopped`: the program ends first. */
export type FrameOutcome = 'stored' | 'refused' | 'stopped';

/** What a tracker sent in one piece and waits to have acknowledged in one piece. */
export interface Frame {
  readonly trackerId: number;
  readonly columns: RecordColumns;
  /** Its size on the wire; what the queue's bound counts. */
  readonly bytes: number;
  /** Called once. */
  settle(outcome: FrameOutcome): void;
}

export interface AppenderOptions {
  readonly store: PositionLog;
  readonly log: Logger;
  readonly now: () => Date;
  /** The installation's maximum, beyond which a record is set aside. */
  readonly maxPositionMonths: number;
  /** Wire bytes waiting or being written; beyond it, and while the disk is full, `onFull` holds until half is gone. */
  readonly maxQueuedBytes?: number;
  /** After a full disk, how long everything must go well before more is taken in: between the last pages some rows still fit. */
  readonly calmMs?: number;
  readonly onFull?: () => void;
  readonly onRoom?: () => void;
  readonly observe?: AppendObserver;
}

/** Figures of the appender, for metrics. */
export interface AppendObserver {
  committed(figures: { frames: number; records: number; rows: number; ms: number }): void;
  quarantined(reason: string, records: number): void;
  failed(failure: AppendFailure): void;
}

export interface Appender {
  submit(frame: Frame): void;
  readonly isFull: boolean;
  readonly queuedBytes: number;
  readonly queuedFrames: number;
  /** False from the first failed attempt until the next success. */
  readonly isDatabaseReachable: boolean;
  /** Writes what it can within `graceMs`, settles the rest as stopped. */
  stop(graceMs: number): Promise<void>;
}

const BATCH_FRAMES_MAX = 2048;
const BATCH_BYTES_MAX = 8_000_000;
/** A second batch sets out beside the first only when this much waits, or this long. */
const SECOND_WRITER_FRAMES = 256;
const SECOND_WRITER_MS = 20;
const WRITERS = 2;
const CALM_MOST_MS = 60_000;
const BACKOFF_MS = { first: 25, most: 400 } as const;
const OUTAGE = 'positions cannot be stored for now; trackers wait';
const OUTAGES: Partial<Record<AppendFailure, string>> = {
  'disk-full': 'the disk of the database is full: make room; until then nothing is taken in, and trackers keep what they have',
};
/** A frame in memory is more than its bytes on the wire. */
const FRAME_OVERHEAD_BYTES = 400;

/**
 * Group commit. Frames of all connections are gathered while the former batch is being committed, and go together in one
 * statement; when nothing is under way a frame sets out at the end of the same turn of the event loop. Nothing is settled as
 * stored before its commit, and nothing is dropped: while the database is away the queue fills to its bound, the connections
 * are paused, and the batch is tried until it is in.
 */
export function createAppender(options: AppenderOptions): Appender {
  const { store, log, now, maxPositionMonths, observe } = options;
  const maxQueuedBytes = options.maxQueuedBytes ?? 32_000_000;
  const calmMs = options.calmMs ?? 5_000;
  const stopping = new AbortController();
  const knownDays = new Set<number>();
  let waiting: Frame[] = [];
  let oldestWaitingMs = 0;
  let queuedBytes = 0;
  let queuedFrames = 0;
  let isQueueFull = false;
  let isFull = false;
  let writers = 0;
  let isTurnEndAwaited = false;
  /** Why nothing is stored; named when it begins and when it changes. */
  let outage: AppendFailure | undefined;
  let calm: NodeJS.Timeout | undefined;
  let waitMs = calmMs;
  let endedAtMs = -Infinity;
  let onIdle: (() => void) | undefined;

  function submit(frame: Frame): void {
    if (stopping.signal.aborted) return frame.settle('stopped');
    if (waiting.length === 0) oldestWaitingMs = performance.now();
    waiting.push(frame);
    queuedFrames++;
    queuedBytes += frame.bytes + FRAME_OVERHEAD_BYTES;
    if (queuedBytes >= maxQueuedBytes) isQueueFull = true;
    tellRoom();
    if (!isTurnEndAwaited && writers < WRITERS) {
      isTurnEndAwaited = true;
      setImmediate(atTurnEnd);
    }
  }

  function tellRoom(): void {
    const isFullNow = isQueueFull || outage === 'disk-full';
    if (isFullNow === isFull) return;
    isFull = isFullNow;
    if (isFull) options.onFull?.();
    else options.onRoom?.();
  }

  function atTurnEnd(): void {
    isTurnEndAwaited = false;
    while (waiting.length > 0 && mayStartWriter()) void write(takeBatch());
  }

  function mayStartWriter(): boolean {
    if (writers === 0) return true;
    if (writers >= WRITERS || outage !== undefined) return false;
    return waiting.length >= SECOND_WRITER_FRAMES || performance.now() - oldestWaitingMs >= SECOND_WRITER_MS;
  }

  function takeBatch(): Frame[] {
    let bytes = 0;
    let count = 0;
    while (count < waiting.length && count < BATCH_FRAMES_MAX && bytes < BATCH_BYTES_MAX)
      bytes += (waiting[count++] as Frame).bytes;
    const batch = count === waiting.length ? waiting : waiting.slice(0, count);
    waiting = count === waiting.length ? [] : waiting.slice(count);
    oldestWaitingMs = performance.now();
    return batch;
  }

  async function write(batch: Frame[]): Promise<void> {
    writers++;
    try {
      await storeAll(batch);
    } finally {
      writers--;
      atTurnEnd();
      if (writers === 0 && waiting.length === 0) onIdle?.();
    }
  }

  function settle(frames: readonly Frame[], outcome: FrameOutcome): void {
    for (const frame of frames) {
      queuedFrames--;
      queuedBytes -= frame.bytes + FRAME_OVERHEAD_BYTES;
      try {
        frame.settle(outcome);
      } catch (error) {
        // The frame is as it is; whoever waited for it is alone in missing the answer.
        log.error({ err: error, trackerId: frame.trackerId }, 'the answer to a frame failed');
      }
    }
    if (queuedBytes <= maxQueuedBytes / 2) isQueueFull = false;
    tellRoom();
  }

  /** Stores the frames together; one that cannot be stored is found by halving and refused alone. */
  async function storeAll(frames: readonly Frame[]): Promise<void> {
    const outcome = await attempt(frames);
    if (outcome !== 'refused' || frames.length === 1) return settle(frames, outcome);
    const half = frames.length >> 1;
    await storeAll(frames.slice(0, half));
    await storeAll(frames.slice(half));
  }

  async function attempt(frames: readonly Frame[]): Promise<FrameOutcome> {
    let prepared: Append;
    try {
      prepared = prepare(frames, now(), maxPositionMonths);
    } catch (error) {
      if (frames.length === 1) log.error({ err: error, trackerId: frames[0]?.trackerId }, 'a frame could not be packed');
      return 'refused';
    }
    for (let pauseMs: number = BACKOFF_MS.first; ; pauseMs = Math.min(pauseMs * 2, BACKOFF_MS.most)) {
      if (stopping.signal.aborted) return 'stopped';
      const startedMs = performance.now();
      try {
        await ensureDays(prepared.segments);
        await store.append(prepared);
        report(frames, prepared, performance.now() - startedMs);
        return 'stored';
      } catch (error) {
        const failure = store.failureOf(error);
        observe?.failed(failure);
        // A fault that comes of one frame must not hold up all the others: the batch is halved until that frame stands alone.
        if (failure === 'bad-data' || (failure === 'fault' && (await store.isReachable()))) {
          if (frames.length === 1) log.error({ err: error, trackerId: frames[0]?.trackerId }, 'a frame could not be stored');
          return 'refused';
        }
        if (failure === 'no-partition') knownDays.clear();
        if (failure !== outage) log.error({ err: error }, OUTAGES[failure] ?? OUTAGE);
        // Full again soon after it had room: each time it is waited twice as long.
        if (failure === 'disk-full' && outage !== failure)
          waitMs = performance.now() - endedAtMs < CALM_MOST_MS ? Math.min(waitMs * 2, CALM_MOST_MS) : calmMs;
        outage = failure;
        clearTimeout(calm);
        calm = undefined;
        tellRoom();
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** Partitions are made ahead; this is for a record that comes late. */
  async function ensureDays(segments: readonly SegmentRow[]): Promise<void> {
    for (const { t0Ms } of segments) {
      const day = utcDay(t0Ms);
      if (knownDays.has(day)) continue;
      await store.ensureDays(new Date(t0Ms), new Date(t0Ms + 1));
      knownDays.add(day);
    }
  }

  function report(frames: readonly Frame[], { segments, quarantined }: Append, ms: number): void {
    if (outage === 'disk-full') calm ??= setTimeout(endOutage, waitMs).unref();
    else if (outage !== undefined) endOutage();
    let records = 0;
    for (const segment of segments) records += segment.n;
    observe?.committed({ frames: frames.length, records, rows: segments.length, ms });
    for (const row of quarantined) observe?.quarantined(row.reason, row.n);
  }

  function endOutage(): void {
    log.info('positions are stored again');
    outage = undefined;
    calm = undefined;
    endedAtMs = performance.now();
    tellRoom();
  }

  return {
    submit,
    get isFull() {
      return isFull;
    },
    get queuedBytes() {
      return queuedBytes;
    },
    get queuedFrames() {
      return queuedFrames;
    },
    get isDatabaseReachable() {
      return outage === undefined;
    },
    stop: async (graceMs) => {
      if (writers > 0 || waiting.length > 0) {
        const idle = new Promise<void>((resolve) => (onIdle = resolve));
        await Promise.race([idle, sleep(graceMs, undefined, { ref: false })]);
      }
      stopping.abort();
      clearTimeout(calm);
      settle(waiting.splice(0), 'stopped');
    },
  };
}

/** Frames as rows: joined per tracker, clocks that lie set aside, united, split by UTC day, packed. Pure but for its size. */
export function prepare(frames: readonly Frame[], receivedAt: Date, maxPositionMonths: number): Append {
  const partsOf = new Map<number, RecordColumns[]>();
  for (const { trackerId, columns } of frames) {
    const parts = partsOf.get(trackerId);
    if (parts) parts.push(columns);
    else partsOf.set(trackerId, [columns]);
  }
  const bounds = clockBounds(receivedAt.getTime(), maxPositionMonths);
  const segments: SegmentRow[] = [];
  const quarantined: QuarantineRow[] = [];
  for (const [trackerId, parts] of partsOf) {
    const believed = parts.map((part) => (allBelieved(part, bounds) ? part : setAside(trackerId, part, bounds, quarantined)));
    for (const day of intoDays(believed)) {
      const data = encodeSegment(day);
      segments.push({
        trackerId,
        t0Ms: day.timeMs[0] as number,
        t1Ms: day.timeMs[day.n - 1] as number,
        n: day.n,
        digest: digestOfSegments([data]),
        data,
      });
    }
  }
  return { trackerIds: [...partsOf.keys()], segments, quarantined, receivedAt };
}

function intoDays(parts: readonly RecordColumns[]): readonly RecordColumns[] {
  const only = parts[0];
  if (parts.length === 1 && only && isOneRisingDay(only)) return [only];
  return splitByUtcDay(uniteColumns(parts)).flatMap((day) => splitColumns(day));
}

/** Answers the records whose time is believable; the others go to `quarantined`. */
function setAside(trackerId: number, columns: RecordColumns, bounds: ClockBounds, quarantined: QuarantineRow[]): RecordColumns {
  const byVerdict = Map.groupBy(recordsOf(columns), (record) => clockVerdict(record.timeMs, bounds));
  for (const reason of ['future', 'too-old'] as const) {
    const records = byVerdict.get(reason);
    if (records) quarantined.push({ trackerId, reason, n: records.length, data: encodeSegment(columnsOf(records)) });
  }
  return columnsOf(byVerdict.get('believed') ?? []);
}
