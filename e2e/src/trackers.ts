import { createTrackerClient, type TrackerClient } from '@spora/simulator/tracker-client';
import { randomOf } from '@spora/simulator/random';
import type { PositionRecord } from '@spora/telemetry/record';
import { product } from './started.ts';

export interface Tracker extends Pick<TrackerClient, 'close' | 'connect' | 'drained' | 'report'> {
  /** What the server has said to it so far. */
  readonly told: readonly string[];
  /** Reports from a street of Gothenburg, so many metres east of its beginning, and waits until the server has taken it. */
  readonly reportAt: (metres: number, speedKmh: number) => Promise<void>;
  /** Reports that its signal is disturbed, or is so no more. */
  readonly reportJamming: (isJammed: boolean) => Promise<void>;
}

/** A tracker with that number, which connects over a real socket; refused, it soon tries again. */
export function trackerWith(imei: string): Tracker {
  const told: string[] = [];
  const client = createTrackerClient({
    host: '127.0.0.1',
    port: product.trackerPort,
    imei,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf(imei),
    retryMs: 10,
    onEvent: ({ kind }) => told.push(kind),
  });
  const { connect, close, drained, report } = client;
  return {
    told,
    connect,
    close,
    drained,
    report,
    reportAt: (metres, speedKmh) => {
      report(recordOf({ timeMs: Date.now(), metres, speedKmh }));
      return drained(TAKEN_MS);
    },
    reportJamming: (isJammed) => {
      const record = recordOf({ timeMs: Date.now(), metres: 0, speedKmh: 0, isDriving: false });
      report({ ...record, io: [...record.io, { id: JAMMING, width: 1, value: isJammed ? 1 : 0 }] });
      return drained(TAKEN_MS);
    },
  };
}

const TAKEN_MS = 30_000;

/** How long and between which places, each a number, the unit drove. */
export interface Drive {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly minutes?: number;
}
export const METRES_PER_PLACE = 4800;
const STEP_S = 20;

/** Sends what a tracker stored of the drives, oldest first, and waits until the server has taken it. */
export async function drive(imei: string, drives: readonly Drive[]): Promise<void> {
  const tracker = trackerWith(imei);
  for (const { at, from, to, minutes = 10 } of drives) {
    const seconds = minutes * 60;
    const speedKmh = Math.round((Math.abs(to - from) * METRES_PER_PLACE * 3.6) / seconds);
    for (let s = -60; s <= seconds + 180; s += STEP_S) {
      const share = Math.min(1, Math.max(0, s / seconds));
      const isDriving = s >= 0 && s < seconds;
      tracker.report(
        recordOf({
          timeMs: at + s * 1000,
          metres: (from + (to - from) * share) * METRES_PER_PLACE,
          speedKmh: isDriving ? speedKmh : 0,
          headingDeg: to > from ? 90 : 270,
          isDriving,
        }),
      );
    }
  }
  tracker.connect();
  try {
    await tracker.drained(TAKEN_MS);
  } finally {
    tracker.close();
  }
}

/** 1e-7 degrees of longitude in a metre at that latitude. */
const E7_PER_METRE = 167;
const [MOVEMENT, IGNITION, JAMMING] = [240, 239, 249];

function recordOf({
  timeMs,
  metres,
  speedKmh,
  headingDeg = 90,
  isDriving = true,
}: {
  timeMs: number;
  metres: number;
  speedKmh: number;
  headingDeg?: number;
  isDriving?: boolean;
}): PositionRecord {
  return {
    timeMs,
    latE7: 577_000_000,
    lonE7: 119_600_000 + Math.round(metres * E7_PER_METRE),
    altitudeM: 12,
    headingDeg,
    satellites: 11,
    speedKmh,
    priority: 0,
    eventId: 0,
    io: [IGNITION, MOVEMENT].map((id) => ({ id, width: 1, value: isDriving ? 1 : 0 })),
  };
}
