import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';

/** What the other side of the hub is told, as JSON in its first argument: browsers to be, and trackers that drive. */
export interface PeerOrder {
  readonly streamUrls: readonly string[];
  /** The first so many streams stop reading once they are open. */
  readonly stalled: number;
  readonly drive?: {
    readonly port: number;
    readonly imeis: readonly string[];
    readonly perSecond: number;
    readonly seconds: number;
  };
}

export interface PeerResult {
  readonly sent: number;
  /** Of the first stream: from the instant in the record, which is when it was sent, to the event that tells of it. */
  readonly latenciesMs: readonly number[];
}

const { streamUrls, stalled, drive } = JSON.parse(process.argv[2] ?? '{}') as PeerOrder;
const latenciesMs: number[] = [];
const began = Date.now();

function hear(text: string): void {
  const now = Date.now();
  for (const [, time] of text.matchAll(/"position":\{[^}]*?"time":"([^"]+)"/g)) {
    const sentMs = Date.parse(time ?? '');
    if (sentMs >= began) latenciesMs.push(now - sentMs);
  }
}

const openStream = (url: string, index: number): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.once('data', () => resolve());
      if (index < stalled) {
        response.once('data', () => response.pause());
        return;
      }
      if (index > 0 || !drive) {
        response.resume();
        return;
      }
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const end = text.lastIndexOf('\n\n');
        if (end < 0) return;
        hear(text.slice(0, end));
        text = text.slice(end + 2);
      });
    }).once('error', reject);
  });

async function driveAll({ port, imeis, perSecond, seconds }: NonNullable<PeerOrder['drive']>): Promise<number> {
  const sockets = await Promise.all(
    imeis.map(
      (imei) =>
        new Promise<ReturnType<typeof connect>>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true });
          socket.once('error', reject).once('data', () => resolve(socket.on('data', () => {})));
          socket.write(encodeHello(imei));
        }),
    ),
  );
  const startMs = performance.now();
  let sent = 0;
  for (; sent < perSecond * seconds; sent += 1) {
    const dueMs = startMs + (sent * 1000) / perSecond;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    const round = Math.floor(sent / sockets.length);
    const record = {
      timeMs: Date.now(),
      latE7: 593_000_000 + round * 900,
      lonE7: 180_000_000 + (sent % sockets.length) * 1000,
      altitudeM: 30,
      headingDeg: 90,
      satellites: 11,
      speedKmh: 50,
      priority: 0,
      eventId: 0,
      io: [{ id: 239, width: 1 as const, value: 1 }],
    };
    sockets[sent % sockets.length]?.write(encodeFrame([record], '8E'));
  }
  await sleep(1500);
  for (const socket of sockets) socket.destroy();
  return sent;
}

// A socket that is not read does not keep a process alive.
setInterval(() => {}, 60_000);
process.once('disconnect', () => process.exit());
await Promise.all(streamUrls.map(openStream));
process.send?.('open');
if (drive) process.send?.({ sent: await driveAll(drive), latenciesMs } satisfies PeerResult);
