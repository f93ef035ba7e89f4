import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';

/** What the trackers are told, as JSON in the first argument. They say "open", and at the end when the probe reported. */
export interface MapPeerOrder {
  readonly port: number;
  /** The first is the probe: it stays where it is and turns. The others drive in small circles. */
  readonly trackers: readonly { readonly imei: string; readonly latE7: number; readonly lonE7: number }[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly probeEveryMs?: number;
}

const { port, trackers, perSecond, seconds, probeEveryMs } = JSON.parse(process.argv[2] ?? '{}') as MapPeerOrder;
const CIRCLE_E7 = 20_000;

const sockets = await Promise.all(
  trackers.map(async ({ imei }): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.write(encodeHello(imei));
    await once(socket, 'data');
    return socket.on('data', () => {});
  }),
);

function tell(index: number, turn: number, headingDeg: number): void {
  const tracker = trackers[index];
  if (!tracker) return;
  const reach = index === 0 ? 0 : CIRCLE_E7;
  const record = {
    timeMs: Date.now(),
    latE7: Math.round(tracker.latE7 + Math.sin(turn) * reach),
    lonE7: Math.round(tracker.lonE7 + Math.cos(turn) * reach),
    altitudeM: 30,
    headingDeg,
    satellites: 11,
    speedKmh: 50,
    priority: 0,
    eventId: 0,
    io: [{ id: 239, width: 1 as const, value: 1 }],
  };
  sockets[index]?.write(encodeFrame([record], '8E'));
}

process.once('disconnect', () => process.exit());
process.send?.('open');
const startMs = performance.now();
const probedMs: number[] = [];
let nextProbeMs = startMs + 500;
for (let sent = 0; sent < perSecond * seconds; sent += 1) {
  const dueMs = startMs + (sent * 1000) / perSecond;
  if (dueMs > performance.now()) await sleep(dueMs - performance.now());
  tell(1 + (sent % (trackers.length - 1)), sent, (sent * 37) % 360);
  if (probeEveryMs === undefined || performance.now() < nextProbeMs) continue;
  nextProbeMs += probeEveryMs;
  probedMs.push(Date.now());
  tell(0, 0, probedMs.length % 2 === 0 ? 90 : 225);
}
// The last reports are still under way to the browser.
await sleep(1_000);
process.send?.(probedMs);
for (const socket of sockets) socket.destroy();
