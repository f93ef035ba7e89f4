import { useEffect, useState } from 'react';

const secondsUntil = (endMs: number | null): number => (endMs === null ? 0 : Math.max(0, Math.ceil((endMs - Date.now()) / 1000)));

/**
 * Whole seconds until `endMs` (null: none). Counted from the end, so that a tab that slept or a slow clock tick does not
 * stretch it (TFA-010).
 */
export function useCountdown(endMs: number | null): number {
  const [, setTick] = useState(0);
  const left = secondsUntil(endMs);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 250);
    return () => clearInterval(timer);
  }, [isRunning, endMs]);
  return left;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** `02:59`, and from an hour on `1:02:59` */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
