import { localTimeIn } from '@spora/calendar/zones';
import { useEffect, useState } from 'react';
import { useFormat } from '../../lib/i18n.tsx';
import type { Local } from './time-model.ts';

const TICK_MS = 20_000;

/** What the account's clocks show, to the minute; by a clock that is so much before or behind this machine's. */
export function useNow(skewMs: number): Local {
  const { timeZone } = useFormat();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return localTimeIn(nowMs + skewMs, timeZone).slice(0, 16);
}
