import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the other side is told, as JSON in its first argument: who tries passwords, how often, and who signs in in earnest. */
export interface FloodOrder {
  readonly port: number;
  /** Hostile sign-ins a second. */
  readonly rate: number;
  /** Loopback addresses that they come from, each over a connection of its own. */
  readonly addresses: number;
  readonly seconds: number;
  readonly known: number;
  readonly password: string;
}

export interface FloodResult {
  /** Of known users' sign-ins that were let in. */
  readonly latenciesMs: readonly number[];
  /** Of known users by their status. */
  readonly refused: Readonly<Record<string, number>>;
  /** Hostile ones by the status of their answer. */
  readonly hostile: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as FloodOrder;
const { port, rate, addresses, seconds, known, password } = order;

/** Of 127.0.0.0/8, but for the first, which known users have. */
const addressOf = (i: number): string => `127.${1 + Math.floor(i / 62_500)}.${Math.floor(i / 250) % 250}.${1 + (i % 250)}`;
const request = (username: string, secret: string): string => {
  const body = JSON.stringify({ username, password: secret, subsiteid: 0 });
  return `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

const hostile: Record<string, number> = {};
/** Keeps a connection and writes to it; what comes back is counted by its status. */
async function openHostile(i: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(i) });
  socket.on('error', () => socket.destroy());
  socket.on('data', (data: Buffer) => {
    for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
      if (status) hostile[status] = (hostile[status] ?? 0) + 1;
  });
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** A whole sign-in over a connection of its own; answers its status. */
function signIn(name: string, from: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(request(name, password)));
    socket.once('data', (data: Buffer) => {
      socket.destroy();
      resolve(Number(data.toString('latin1', 9, 12)));
    });
  });
}

const latenciesMs: number[] = [];
const refused: Record<string, number> = {};
async function signInOften(i: number, untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const began = performance.now();
    // An address of their own each, where they have signed in before.
    const status = await signIn(`known${i}@example.test`, `127.0.0.${10 + i}`);
    if (status === 200) latenciesMs.push(performance.now() - began);
    else refused[status] = (refused[status] ?? 0) + 1;
    await sleep(500);
  }
}

async function press(sockets: readonly Socket[], untilMs: number): Promise<void> {
  const beganMs = performance.now();
  let sent = 0;
  while (performance.now() < untilMs) {
    const due = Math.floor(((performance.now() - beganMs) / 1000) * rate);
    for (; sent < due; sent += 1) {
      const socket = sockets[sent % sockets.length];
      if (socket?.writable) socket.write(request(`target${sent % 200}@example.test`, `guess ${sent}`));
    }
    await sleep(5);
  }
}

// They are known from here on.
for (let i = 0; i < known; i += 1) await signIn(`known${i}@example.test`, `127.0.0.${10 + i}`);
const sockets = await Promise.all(Array.from({ length: addresses }, (_, i) => openHostile(i)));
const untilMs = performance.now() + seconds * 1000;
const flooding = press(sockets, untilMs);
// Once it is under way.
await sleep(rate > 0 ? 500 : 0);
await Promise.all([flooding, ...Array.from({ length: known }, (_, i) => signInOften(i, untilMs))]);
process.send?.({ latenciesMs, refused, hostile, seconds } satisfies FloodResult);
for (const socket of sockets) socket.destroy();
