import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { playAlarmSound } from '../features/alarms/public/alarm-sound.ts';
import { isAlarming, urgencyNow } from '../features/alarms/public/alarm-urgency.ts';
import { alarmWhat } from '../features/alarms/public/alarm-what.ts';
import { useOpenAlarms } from '../features/alarms/public/open-alarms.ts';
import { useLiveFeed } from '../features/tracking/public/live-context.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { gathered } from '../lib/gathered.ts';
import { useT } from '../lib/i18n.tsx';
import { isOwnAct } from '../lib/own-acts.ts';
import { useGo } from '../lib/page-link.tsx';
import { useToasts } from '../ui/toast.tsx';

/** Alarms that come in a burst, as when a depot is jammed, are fetched together. */
const GATHER_MS = 300;
const LEAST_MS = 2_000;
/** Members without the live stream. */
const WITHOUT_STREAM_MS = 60_000;
const SHOWING_ALARMS = ['alarms.open', 'alarms.list', 'alarms.get', 'today.get'];

/** ALARM-035: what shows alarms asks again when one is raised, changed or over, and a new security or urgent alarm is said wherever one is. */
export function AlarmWatch(): null {
  useFreshAlarms();
  const t = useT();
  const go = useGo();
  const toasts = useToasts();
  const open = useOpenAlarms();
  const known = useRef<{ readonly id: number; readonly at: string } | null | undefined>(undefined);
  useEffect(() => {
    if (open === undefined) return;
    const { newest } = open;
    const before = known.current;
    const isNewer = newest !== null && newest.id !== before?.id && newest.at >= (before?.at ?? '');
    if (isNewer || before === undefined) known.current = newest;
    // What was there when the page opened has its number in the menu; what is told by its day is no news.
    if (before === undefined || !isNewer || newest.is_day_only) return;
    // Whoever turned it on sees that it is, and the notice would lie over the way to turn it off.
    if (isOwnAct(`${newest.kind} ${newest.unit?.imei ?? ''}`)) return;
    toasts.show({
      text: [newest.unit?.name, alarmWhat(t, newest)].filter(Boolean).join(': '),
      tone: isAlarming(urgencyNow(newest)) ? 'danger' : 'plain',
      action: {
        label: t('AlarmShow'),
        run: () => void go({ to: ADDRESSES.alarms, search: { alarm: newest.id } }),
        isEverywhere: true,
      },
    });
    playAlarmSound();
  }, [open, t, go, toasts]);
  return null;
}

function useFreshAlarms(): void {
  const client = useQueryClient();
  const feed = useLiveFeed();
  useEffect(() => {
    const refresh = (): void => {
      for (const id of SHOWING_ALARMS) void client.invalidateQueries({ queryKey: [id] });
    };
    if (!feed) {
      const timer = setInterval(refresh, WITHOUT_STREAM_MS);
      return () => clearInterval(timer);
    }
    const { soon, stop } = gathered(refresh, { gatherMs: GATHER_MS, leastMs: LEAST_MS });
    const stopAlarms = feed.onChanged('alarm', soon);
    // Loaded again: some may have been missed.
    const stopReloads = feed.onReload(soon);
    return () => {
      stopAlarms();
      stopReloads();
      stop();
    };
  }, [client, feed]);
}
