import { MINUTE_MS } from '@spora/calendar/durations';
import type { Logger } from 'pino';
import { rateKeyOf } from '../../platform/http/rate.ts';

export interface RefusalLog {
  note(reason: string, address: string): void;
  stop(): void;
}

/** More are one: what is kept of a flood is bounded. */
const ADDRESSES_MAX = 10_000;

/** Tells once a minute how many connections were refused, why, and from which address most of them came; nothing while there are none. */
export function createRefusalLog(log: Logger, everyMs = MINUTE_MS): RefusalLog {
  let reasons = new Map<string, number>();
  let addresses = new Map<string, number>();
  const tell = (): void => {
    if (reasons.size === 0) return;
    const [address, most] = [...addresses].reduce((worst, each) => (each[1] > worst[1] ? each : worst), ['', 0]);
    const connections = [...reasons.values()].reduce((sum, each) => sum + each, 0);
    log.warn(
      { connections, reasons: Object.fromEntries(reasons), addresses: addresses.size, address, most },
      'connections were refused',
    );
    reasons = new Map();
    addresses = new Map();
  };
  const timer = setInterval(tell, everyMs);
  timer.unref();
  return {
    note: (reason, address) => {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      const key = rateKeyOf(address);
      if (addresses.has(key) || addresses.size < ADDRESSES_MAX) addresses.set(key, (addresses.get(key) ?? 0) + 1);
    },
    stop: () => {
      clearInterval(timer);
      tell();
    },
  };
}
