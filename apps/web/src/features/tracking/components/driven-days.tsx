import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useIsBoat } from '../../../lib/unit-measures.tsx';
import { Button } from '../../../ui/button.tsx';
import { LOOKED_FOR_DAYS } from '../driven-day.ts';
import type { HistoryData } from '../history-model.ts';
import styles from './history-panel.module.css';

/** What is asked of a unit that stood: the week, and as much as is shown at a time. */
const LAST_DAYS = [7, HISTORY_MAX_DAYS] as const;

interface DrivenDaysProps {
  readonly imei: string;
  readonly data: HistoryData;
  readonly range: { readonly from: string; readonly to: string };
  readonly today: string;
  readonly onRange: (range: { from: string; to: string }) => void;
}

/** From a period without driving to the days before and after it that have some, as the log tells them to this person. */
export function DrivenDays({ imei, data, range, today, onRange }: DrivenDaysProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const isBoat = useIsBoat();
  // Where it came to stand before the period is where it was driven last: nothing needs to be asked.
  const stoodSince = data.stops[0] && format.day(data.stops[0].from);
  const knownBefore = stoodSince !== undefined && stoodSince < range.from ? stoodSince : null;
  const foundBefore = useDrivenDay(
    knownBefore === null && { imei, from: addDays(range.from, -LOOKED_FOR_DAYS), to: addDays(range.from, -1), descending: true },
  );
  // Before its first position there is one way to go.
  const firstDay = data.begins_at === undefined ? null : format.day(data.begins_at);
  const begins = firstDay !== null && firstDay > range.to ? firstDay : null;
  const after = useDrivenDay(
    begins === null &&
      range.to < today && { imei, from: addDays(range.to, 1), to: addDays(range.to, LOOKED_FOR_DAYS), descending: false },
  );
  const before = knownBefore ?? foundBefore;
  const undrivenSince = before === null && data.undriven_since ? format.day(data.undriven_since) : null;
  const show = (day: string) => () => onRange({ from: day, to: day });
  const lengths = range.from === range.to && begins === null ? LAST_DAYS : [];
  if (before === null && after === null && begins === null && undrivenSince === null && lengths.length === 0) return null;
  return (
    <>
      {undrivenSince !== null && <p>{t(isBoat ? 'HistoryNotOutSince' : 'HistoryNotDrivenSince', { day: undrivenSince })}</p>}
      <div className={styles['drivenDays']}>
        {before !== null && (
          <Button icon="chevron-left" onClick={show(before)}>
            {t(isBoat ? 'ShowOutBefore' : 'ShowDrivenBefore', { day: before })}
          </Button>
        )}
        {begins !== null && (
          <Button icon="chevron-right" onClick={show(begins)}>
            {t('ShowFirstDay', { day: begins })}
          </Button>
        )}
        {after !== null && (
          <Button icon="chevron-right" onClick={show(after)}>
            {t(isBoat ? 'ShowOutAfter' : 'ShowDrivenAfter', { day: after })}
          </Button>
        )}
        {lengths.map((count) => (
          <Button key={count} onClick={() => onRange({ from: addDays(today, 1 - count), to: today })}>
            {t('ShowLastDays', { count })}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The day of the first trip of a period in its order; null while there is none, or none that is told. */
function useDrivenDay(asked: false | { imei: string; from: string; to: string; descending: boolean }): string | null {
  const { imei = '', from = '', to = '', descending = true } = asked || {};
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'trips.generate', { body: { from, to, imeis: [imei], page_size: 1, descending } }),
    enabled: asked !== false,
  });
  return data?.trips[0]?.day ?? null;
}
