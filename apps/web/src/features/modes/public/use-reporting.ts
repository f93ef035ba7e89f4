import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { modeQuery } from '../queries.ts';
import { restingNow, secondsOf } from '../interval.ts';
import { useModeTexts } from '../use-mode-texts.ts';

/** Of what reports more often nobody has to be told that they may hear of it late. */
const LATE_FROM_S = 120;

/** How often a unit reports as it is now, "every 10 minutes", and how late news of it may be; null where that is soon, or not known. */
export function useReporting(imei: string): { readonly interval: string; readonly duration: string } | null {
  const format = useFormat();
  const texts = useModeTexts();
  const { data } = useQuery(modeQuery(useSend(), imei));
  // How often it reported before theft mode was turned on is not how often it reports now.
  if (!data || data.theft) return null;
  // News of a unit that somebody watches is of one that stands.
  const seconds = restingNow(data);
  if (seconds === null || seconds < LATE_FROM_S) return null;
  return { interval: texts.interval(seconds), duration: format.duration(secondsOf(seconds)) };
}
