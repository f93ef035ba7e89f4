import dgram from 'node:dgram';
import net from 'node:net';

/**
 * Loaded before every test file: whatever leaves this machine is an error, by name or by number. Sockets in the file system
 * and loopback stay open.
 */
const isLocal = (host: unknown): boolean =>
  host === undefined ||
  host === '' ||
  host === 'localhost' ||
  host === '::1' ||
  host === '::' ||
  host === '0.0.0.0' ||
  (typeof host === 'string' && (host.startsWith('127.') || host.startsWith('::ffff:127.')));

const refusal = (host: unknown) => new Error(`A test tried to reach ${String(host)}: outgoing network is an error in tests.`);

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
// node normalises the arguments of net.connect to one array before it comes here.
const connect = net.Socket.prototype.connect as unknown as Connect;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const options = typeof first === 'object' && first !== null ? (first as { host?: unknown; path?: unknown }) : undefined;
  const host = options ? (options.path ? undefined : options.host) : typeof first === 'number' ? second : undefined;
  if (typeof host !== 'function' && !isLocal(host)) {
    this.destroy(refusal(host));
    return this;
  }
  return connect.apply(this, args);
};

type Send = (this: dgram.Socket, ...args: unknown[]) => void;
const send = dgram.Socket.prototype.send as unknown as Send;
dgram.Socket.prototype.send = function (this: dgram.Socket, ...args: unknown[]) {
  const address = args.slice(1).find((argument) => typeof argument === 'string');
  if (!isLocal(address)) throw refusal(address);
  return send.apply(this, args);
} as dgram.Socket['send'];
