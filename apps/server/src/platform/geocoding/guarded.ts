import type { Geocoder } from '../ports.ts';
import { GeocoderUnavailable } from './fetch-json.ts';

export interface GuardOptions {
  /** Calls a second that the provider allows for the sum of all our users. */
  readonly callsPerSecond: number;
  /** Calls that may run at once after a quiet time. */
  readonly burst: number;
  readonly now: () => number;
  /** After this many failures in a row the provider is left alone for `restMs`. */
  readonly failuresBeforeRest?: number;
  readonly restMs?: number;
}

/**
 * A geocoder behind a token bucket and a circuit breaker: it refuses at once, with GeocoderUnavailable, what the
 * provider's policy or its present state does not allow. The caller falls back and asks again later.
 */
export function guardGeocoder(inner: Geocoder, options: GuardOptions): Geocoder {
  const { callsPerSecond, burst, now, failuresBeforeRest = 3, restMs = 60_000 } = options;
  let tokens = burst;
  let filledAt = now();
  let failures = 0;
  let restUntil = 0;

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * callsPerSecond);
    filledAt = at;
    if (at < restUntil) throw new GeocoderUnavailable('resting', { retryAfterS: (restUntil - at) / 1000 });
    if (tokens < 1) throw new GeocoderUnavailable('rate limit', { retryAfterS: (1 - tokens) / callsPerSecond });
    tokens -= 1;
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      failures += 1;
      const asked = error instanceof GeocoderUnavailable ? error.retryAfterS : undefined;
      if (asked !== undefined || failures >= failuresBeforeRest) restUntil = now() + Math.max(restMs, (asked ?? 0) * 1000);
      throw error;
    }
  }

  return {
    id: inner.id,
    reverse: (point, rest) => guarded(() => inner.reverse(point, rest)),
    search: (text, rest) => guarded(() => inner.search(text, rest)),
  };
}
