/** `burst` calls at once, then `perSecond` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

export interface RateLimiter {
  /** True when this call of `key` is within the rate. */
  take(key: string): boolean;
}

/**
 * A token bucket per key, kept in this process. At most `maxKeys` are remembered; the one idle longest is forgotten
 * first, which can only help its owner.
 */
export function createRateLimiter({ burst, perSecond }: Rate, nowMs: () => number, maxKeys = 20_000): RateLimiter {
  const buckets = new Map<string, Bucket>();
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
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.atMs) / 1000) * perSecond);
      bucket.atMs = now;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}

/** The key of an address: an IPv6 caller owns at least a /64, so that is what is counted. */
export function rateKeyOf(address: string): string {
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
