import { localTimeIn } from '@spora/calendar/zones';
import { useEffect, useState } from 'react';
import { useFormat } from '../../lib/i18n.tsx';
import type { Local } from './time-model.ts';

const TICK_MS = 20_000;

/** What the account's clocks show, to the minute. */
export function useNow(): Local {
  const { timeZone } = useFormat();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return localTimeIn(nowMs, timeZone).slice(0, 16);
}
