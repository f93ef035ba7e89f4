import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@spora/calendar/durations';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import { driveRecords } from './ingest-loader.ts';

/** A tracker that behaves as one: keeps what is not acknowledged and sends it again over the next connection. */
export interface SimpleTracker {
  readonly imei: string;
  readonly acknowledged: () => number;
  readonly acknowledgedTimes: () => readonly number[];
  /** Whether a record of this time was ever sent. */
  readonly isMine: (timeMs: number) => boolean;
  readonly stop: () => Promise<void>;
}

const STEP_MS = 1000;
const RECONNECT_MS = 20;

export function startTracker({ port, imei, index }: { port: number; imei: string; index: number }): SimpleTracker {
  const startMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - 20 * DAY_MS;
  const template = driveRecords(20, startMs);
  const times: number[] = [];
  let nextMs = startMs;
  let isStopped = false;

  const makeFrame = () => {
    const count = 1 + ((index + times.length) % template.length);
    return template.slice(0, count).map((record, i) => ({ ...record, timeMs: nextMs + i * STEP_MS }));
  };
  let pending = makeFrame();

  /** Until the connection ends, one frame after the other. */
  function report(): Promise<void> {
    return new Promise((resolve) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let isGreeted = false;
      let unread = Buffer.alloc(0);
      const sendPending = () => void socket.write(encodeFrame(pending, '8E'));
      socket.on('connect', () => socket.write(encodeHello(imei)));
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        unread = Buffer.concat([unread, chunk]);
        if (!isGreeted) {
          if (unread[0] !== 1) return socket.destroy();
          isGreeted = true;
          unread = unread.subarray(1);
          sendPending();
        }
        while (unread.length >= 4) {
          // Any other count makes a tracker send the same again.
          if (unread.readUInt32BE() === pending.length) {
            for (const { timeMs } of pending) times.push(timeMs);
            nextMs += pending.length * STEP_MS;
            pending = makeFrame();
          }
          unread = unread.subarray(4);
          if (isStopped) return socket.destroy();
          sendPending();
        }
      });
      if (isStopped) socket.destroy();
    });
  }

  const life = (async () => {
    while (!isStopped) {
      await report();
      await sleep(RECONNECT_MS);
    }
  })();
  return {
    imei,
    acknowledged: () => times.length,
    acknowledgedTimes: () => times,
    isMine: (timeMs) => timeMs >= startMs && timeMs < nextMs + pending.length * STEP_MS,
    stop: () => {
      isStopped = true;
      return life;
    },
  };
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
