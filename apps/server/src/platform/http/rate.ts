/** `burst` calls at once, then `perSecond` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** How often the interface may be called; the guide for programs tells these numbers. */
export const RATES = {
  address: { burst: 1200, perSecond: 60 },
  member: { burst: 300, perSecond: 20 },
  account: { burst: 3000, perSecond: 200 },
  token: { burst: 120, perSecond: 5 },
} as const satisfies Record<string, Rate>;

interface Bucket {
  tokens: number;
  atMs: number;
}

export interface RateLimiter {
  /** True when this call of `key` is within the rate. */
  take(key: string): boolean;
  /** How many more calls of `key` go through at once now, and in how many seconds all of them do. */
  left(key: string): { readonly calls: number; readonly fullInS: number };
}

/**
 * A token bucket per key, kept in this process. At most `maxKeys` are remembered; the one idle longest is forgotten
 * first, which can only help its owner.
 */
export function createRateLimiter({ burst, perSecond }: Rate, nowMs: () => number, maxKeys = 20_000): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const filled = ({ tokens, atMs }: Bucket, now: number): number =>
    Math.min(burst, tokens + (Math.max(0, now - atMs) / 1000) * perSecond);
  return {
    take(key) {
      const now = nowMs();
      const bucket = buckets.get(key) ?? { tokens: burst, atMs: now };
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > maxKeys) {
        const oldest = buckets.keys().next();
        if (!oldest.done) buckets.delete(oldest.value);
      }
      bucket.tokens = filled(bucket, now);
      bucket.atMs = now;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
    left(key) {
      const bucket = buckets.get(key);
      const tokens = bucket ? filled(bucket, nowMs()) : burst;
      return { calls: Math.floor(tokens), fullInS: Math.ceil((burst - tokens) / perSecond) };
    },
  };
}

/**
 * The key of an address: an IPv6 caller owns at least a /64, so that is what is counted. A connection that was closed while its request was
 * read has no address any more.
 */
export function rateKeyOf(address: string | undefined): string {
  if (address === undefined) return '';
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head ? head.split(':') : [];
  if (tail !== undefined) {
    const after = tail ? tail.split(':').length : 0;
    while (groups.length + after < 8) groups.push('0');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
