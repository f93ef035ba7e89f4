import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Ranges that are nobody's on the internet: the machine itself, private networks, link-local (where clouds keep secrets), reserved. */
const PRIVATE_V4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE_V4.addSubnet(network, bits, 'ipv4');
/** Of IPv6 only what is given out is public, less what carries an IPv4 address inside. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const CARRIED_V6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CARRIED_V6.addSubnet(network, bits, 'ipv6');

/** Whether an IP address is one that the internet does not reach; true for what is no address. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return PRIVATE_V4.check(address, 'ipv4');
  if (isIP(address) !== 6) return true;
  return !PUBLIC_V6.check(address, 'ipv6') || CARRIED_V6.check(address, 'ipv6');
}

/** Whether the host of a URL shows by itself that it is private; a name that is resolved later is not judged here. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local') || host.endsWith('.internal');
}

/** Whether a port may be one of the web: 80, 443, or any that no system service keeps to itself. */
export function isWebPort({ port }: Pick<URL, 'port'>): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024;
}

export interface PostResult {
  /** Of the answer; null when there was none. */
  readonly status: number | null;
  /** Why there was none, in one word of ours. */
  readonly problem: 'private-address' | 'timeout' | 'unreachable' | null;
}

/** Posts a body to an address that a customer gave. Never throws, follows no redirect and reads no answer but its status. */
export type PublicPost = (
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string | Uint8Array },
) => Promise<PostResult>;

class PrivateAddressError extends Error {}

/** Resolves a name and refuses it when any of its addresses is private, at the moment of the connection: no later answer counts. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateAddressError(), []);
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/** What of a call can be seen before it is made. */
function problemBefore(url: URL, mayCallPrivate: boolean): PostResult['problem'] {
  if (!mayCallPrivate && (url.protocol !== 'https:' || isPrivateHost(url.hostname))) return 'private-address';
  return isWebPort(url) ? null : 'unreachable';
}

const problemOf = (error: Error, signal: AbortSignal): NonNullable<PostResult['problem']> =>
  error instanceof PrivateAddressError ? 'private-address' : signal.aborted ? 'timeout' : 'unreachable';

interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly mayCallPrivate: boolean;
  readonly signal: AbortSignal;
}

/** The one way out to addresses of customers. `mayCallPrivate` is the installation's own choice, for what stands in its network. */
function callOut(
  url: URL,
  { method, headers, body, mayCallPrivate, signal }: Outgoing,
  onResponse: (response: IncomingMessage) => void,
  onError: (error: Error) => void,
): void {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-length': typeof body === 'string' ? Buffer.byteLength(body) : body.length }),
      },
      agent: false,
      signal,
      ...(mayCallPrivate ? {} : { lookup: publicLookup }),
    },
    onResponse,
  );
  request.on('error', onError);
  request.end(body);
}

/** The real `PublicPost`. */
export function createPublicPost({
  mayCallPrivate,
  timeoutMs = 10_000,
}: {
  readonly mayCallPrivate: boolean;
  readonly timeoutMs?: number;
}): PublicPost {
  return (address, { headers, body }) => {
    const url = new URL(address);
    const problem = problemBefore(url, mayCallPrivate);
    if (problem) return Promise.resolve({ status: null, problem });
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve) => {
      callOut(
        url,
        { method: 'POST', headers, body, mayCallPrivate, signal },
        (response) => {
          resolve({ status: response.statusCode ?? null, problem: null });
          response.destroy();
        },
        (error) => resolve({ status: null, problem: problemOf(error, signal) }),
      );
    });
  };
}

/** There was no answer that could be read; `problem` says why in one word of ours. */
export class PublicCallError extends Error {
  override readonly name = 'PublicCallError';
  readonly problem: NonNullable<PostResult['problem']> | 'too-large';
  constructor(problem: PublicCallError['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** Calls an address that a customer gave and reads the answer, within a time and a size. Follows no redirect. Throws PublicCallError. */
export type PublicFetch = (
  url: string,
  message: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
) => Promise<Response>;

/** Answers that have no body by their status, which a `Response` insists on. */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

/** The real `PublicFetch`; `timeoutMs` is for the whole call, `maxBytes` for the body of the answer. */
export function createPublicFetch({
  mayCallPrivate,
  timeoutMs = 5_000,
  maxBytes = 512 * 1024,
}: {
  readonly mayCallPrivate: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}): PublicFetch {
  return async (address, message) => {
    const url = new URL(address);
    const problem = problemBefore(url, mayCallPrivate);
    if (problem) throw new PublicCallError(problem);
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void =>
        reject(error instanceof PublicCallError ? error : new PublicCallError(problemOf(error, signal)));
      callOut(
        url,
        { ...message, mayCallPrivate, signal },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > maxBytes) response.destroy(new PublicCallError('too-large'));
            else parts.push(part);
          });
          response.on('error', fail);
          response.on('end', () => {
            const status = response.statusCode ?? 502;
            const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            resolve(new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(parts), { status, headers }));
          });
        },
        fail,
      );
    });
  };
}
