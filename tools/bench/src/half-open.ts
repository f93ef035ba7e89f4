import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encodeHello } from '@spora/protocols/teltonika/encode';
import { ensurePartitionsAhead } from '@spora/server/core/log/retention';
import { createAppender } from '@spora/server/core/log/appender';
import { createDatabaseLog } from '@spora/server/core/log/log';
import { hold } from './measure.ts';
import { benchDatabase, numbersOf, openTcp, registerTrackers, runLoader, silentLog } from './gateway-bench.ts';

export const title = 'Half-open sockets: memory each, and what a good tracker notices of them';
export const small = ['--sockets', '300', '--seconds', '1'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function settledMemory(): Promise<{ rss: number; heap: number; external: number }> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await sleep(200);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed, external };
}

/** `--sockets --seconds`: a third says nothing, a third half a hello, a third is greeted and begins a frame it never ends. */
export async function run(args: readonly string[]): Promise<void> {
  const { sockets = 5000, seconds = 5 } = numbersOf(args, { sockets: 5000, seconds: 5 });
  const database = await benchDatabase();
  try {
    await ensurePartitionsAhead({ db: database.pipeline, now: () => new Date() });
    const imeis = await registerTrackers(database.owner, Math.ceil(sockets / 3) + 1);
    const appender = createAppender({
      store: createDatabaseLog(database.pipeline),
      log: silentLog,
      now: () => new Date(),
      maxPositionMonths: 24,
    });
    const tcp = await openTcp(database.pipeline, appender);
    const good = {
      port: tcp.port,
      imeis: imeis.slice(0, 1),
      recordsPerFrame: 1,
      inFlight: 1,
      warmUpMs: 500,
      measureMs: seconds * 1000,
    };
    const alone = await runLoader(good, database);
    const before = await settledMemory();
    const crowd = fork(new URL(import.meta.url), ['crowd', String(tcp.port), String(sockets), ...imeis.slice(1)]);
    await new Promise((resolve) => crowd.once('message', resolve));
    const after = await settledMemory();
    const among = await runLoader(good, database);
    hold('half-open sockets', tcp.server.connections.size, { least: sockets });
    const each = (key: 'rss' | 'heap' | 'external') => `${((after[key] - before[key]) / sockets / 1000).toFixed(1)} kB`;
    console.log(`memory each: ${each('rss')} resident, ${each('heap')} heap, ${each('external')} external`);
    for (const [name, { ackP50Ms, ackP99Ms, frames, ms }] of [
      ['alone', alone],
      ['among them', among],
    ] as const)
      console.log(
        `a good tracker ${name}: ack p50 ${ackP50Ms.toFixed(1)} ms, p99 ${ackP99Ms.toFixed(1)} ms, ${((frames / ms) * 1000).toFixed(0)} frames/s`,
      );
    crowd.kill();
    await tcp.server.close();
    await appender.stop(1000);
  } finally {
    await database.close();
  }
}

/** In a process of its own, so that only the gateway's side of the sockets is measured. */
async function crowdIn(port: number, count: number, imeis: readonly string[]): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    const hello = encodeHello(imeis[Math.floor(i / 3)] ?? '');
    if (i % 3 === 1) socket.write(hello.subarray(0, 9));
    if (i % 3 === 2) {
      socket.write(hello);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.write(Buffer.from('00000000000000ff8e01', 'hex'));
    }
  }
  process.send?.('open');
}

const [what, port, count, ...imeis] = process.argv.slice(2);
if (process.send && what === 'crowd') await crowdIn(Number(port), Number(count), imeis);
