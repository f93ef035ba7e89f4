import { ageOf, type Instant } from '@spora/messages/format';
import { useSyncExternalStore } from 'react';
import type { Translate } from '@spora/messages/translate';

export function ageText(instant: Instant, now: Instant, t: Translate): string {
  const age = ageOf(instant, now);
  switch (age.unit) {
    case 'now':
      return t('AgeNow');
    case 'minutes':
      return t('AgeMinutes', { count: age.count });
    case 'hours':
      return t('AgeHours', { count: age.count });
    case 'days':
      return t('AgeDays', { count: age.count });
  }
}

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
// Read when it is first asked for, so that tests which set the clock are told theirs.
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, moving on every quarter of a minute: ages tick without a call (MAP-020). One timer for the whole page. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => (timer ? now : (now = Math.max(now, Math.floor(Date.now() / TICK_MS) * TICK_MS))));
