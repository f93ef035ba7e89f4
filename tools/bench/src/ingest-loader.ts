import { connect, type Socket } from 'node:net';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import type { PositionRecord } from '@spora/telemetry/record';

/** What the loader is told, as JSON in its first argument. */
export interface LoadOrder {
  readonly port: number;
  readonly imeis: readonly string[];
  readonly recordsPerFrame: number;
  /** Frames of one connection that wait for their acknowledgement; a tracker of Teltonika's waits for each. */
  readonly inFlight: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  readonly frames: number;
  readonly records: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** While measuring: of every frame of few connections, of one in sixteen of many. */
  readonly ackP50Ms: number;
  readonly ackP99Ms: number;
}

const DISTINCT_FRAMES = 64;
const ACK_BYTES = 4;

/** A drive as a tracker of family A reports it: twelve elements a record, most of them steady. */
export function driveRecords(count: number, fromMs: number): PositionRecord[] {
  let heading = 40;
  let latE7 = 593_293_000;
  let lonE7 = 180_686_000;
  return Array.from({ length: count }, (_, i) => {
    const speed = 50 + Math.round(12 * Math.sin(i / 9)) + ((i * 7919) % 5);
    heading = (heading + ((i * 104_729) % 11) - 5 + 360) % 360;
    latE7 += Math.round(speed * 2.5 * Math.cos((heading * Math.PI) / 180) * 10);
    lonE7 += Math.round(speed * 2.5 * Math.sin((heading * Math.PI) / 180) * 19);
    return {
      timeMs: fromMs + i * 5000,
      latE7,
      lonE7,
      altitudeM: 28 + Math.round(6 * Math.sin(i / 40)),
      headingDeg: heading,
      satellites: 10 + ((i * 31) % 4),
      speedKmh: speed,
      priority: 0,
      eventId: 0,
      io: [
        { id: 239, width: 1, value: 1 },
        { id: 240, width: 1, value: 1 },
        { id: 80, width: 1, value: 1 },
        { id: 21, width: 1, value: 3 + ((i * 13) % 3) },
        { id: 200, width: 1, value: 0 },
        { id: 69, width: 1, value: 1 },
        { id: 181, width: 2, value: 12 + ((i * 17) % 6) },
        { id: 182, width: 2, value: 7 + ((i * 19) % 4) },
        { id: 66, width: 2, value: 13_900 + ((i * 37) % 180) },
        { id: 67, width: 2, value: 4_080 + ((i * 7) % 3) },
        { id: 241, width: 4, value: 24_001 },
        { id: 16, width: 4, value: 48_120_000 + i * Math.round((speed * 5) / 3.6) },
      ],
    } satisfies PositionRecord;
  });
}

/** Ran in a process of its own: sends as fast as it is acknowledged, and counts. */
async function load({ port, imeis, recordsPerFrame, inFlight, warmUpMs, measureMs }: LoadOrder): Promise<LoadResult> {
  const records = driveRecords(DISTINCT_FRAMES * recordsPerFrame, Date.now() - DISTINCT_FRAMES * recordsPerFrame * 5000);
  const frames = Array.from({ length: DISTINCT_FRAMES }, (_, i) =>
    encodeFrame(records.slice(i * recordsPerFrame, (i + 1) * recordsPerFrame), '8E'),
  );
  let acknowledged = 0;
  let isMeasuring = false;
  let isOver = false;
  const latencies: number[] = [];
  // One tracker on a busy machine sends fewer than sixteen frames in a second.
  const sampleEvery = imeis.length < 16 ? 1 : 16;

  const sockets = await Promise.all(imeis.map((imei, index) => open(imei, index)));
  function open(imei: string, index: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      let next = index % DISTINCT_FRAMES;
      let isGreeted = false;
      let unread = 0;
      let sentAtMs = 0;
      const sendOne = () => {
        if (isMeasuring && sentAtMs === 0 && (next + index) % sampleEvery === 0) sentAtMs = performance.now();
        socket.write(frames[next] as Uint8Array);
        next = (next + 1) % DISTINCT_FRAMES;
      };
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          // One buffer for all: the callback is done with it before the next read.
          buffer: sharedBuffer,
          callback: (bytes) => {
            if (!isGreeted) {
              isGreeted = true;
              bytes -= 1;
              for (let i = 0; i < inFlight; i++) sendOne();
              resolve(socket);
            }
            unread += bytes;
            while (unread >= ACK_BYTES) {
              unread -= ACK_BYTES;
              acknowledged++;
              if (sentAtMs > 0 && inFlight === 1) {
                latencies.push(performance.now() - sentAtMs);
                sentAtMs = 0;
              }
              if (!isOver) sendOne();
            }
            return true;
          },
        },
      });
      socket.once('error', reject);
      socket.write(encodeHello(imei));
    });
  }

  await sleepMs(warmUpMs);
  isMeasuring = true;
  process.send?.('measuring');
  const before = { acknowledged, ms: performance.now(), cpu: process.cpuUsage() };
  await sleepMs(measureMs);
  const done = acknowledged - before.acknowledged;
  const ms = performance.now() - before.ms;
  const cpu = process.cpuUsage(before.cpu);
  process.send?.('measured');
  isOver = true;
  for (const socket of sockets) socket.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    frames: done,
    records: done * recordsPerFrame,
    ms,
    cpuMs: (cpu.user + cpu.system) / 1000,
    ackP50Ms: at(0.5),
    ackP99Ms: at(0.99),
  };
}

const sharedBuffer = Buffer.alloc(16_384);
const sleepMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (process.send && process.argv[2]) {
  const result = await load(JSON.parse(process.argv[2]) as LoadOrder);
  process.send(result, () => process.exit(0));
}
