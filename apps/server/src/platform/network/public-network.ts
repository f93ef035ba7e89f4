import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
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
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
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

/** The one way out to addresses of customers. `mayCallPrivate` is the installation's own choice, for receivers in its network. */
export function createPublicPost({
  mayCallPrivate,
  timeoutMs = 10_000,
}: {
  readonly mayCallPrivate: boolean;
  readonly timeoutMs?: number;
}): PublicPost {
  return (address, { headers, body }) => {
    const url = new URL(address);
    if (!mayCallPrivate && (url.protocol !== 'https:' || isPrivateHost(url.hostname)))
      return Promise.resolve({ status: null, problem: 'private-address' });
    if (!isWebPort(url)) return Promise.resolve({ status: null, problem: 'unreachable' });
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: false,
          signal,
          ...(mayCallPrivate ? {} : { lookup: publicLookup }),
        },
        (response) => {
          resolve({ status: response.statusCode ?? null, problem: null });
          response.destroy();
        },
      );
      request.on('error', (error) =>
        resolve({
          status: null,
          problem: error instanceof PrivateAddressError ? 'private-address' : signal.aborted ? 'timeout' : 'unreachable',
        }),
      );
      request.end(body);
    });
  };
}
