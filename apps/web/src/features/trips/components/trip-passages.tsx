import type { TollRule } from '@spora/contract/tolls/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { tollsQuery } from '../queries.ts';
import { isAboutTolls, tollsText } from '../use-trip-tolls.tsx';
import styles from './trip-details.module.css';

/** Rules that say by themselves why a passage cost nothing. */
const WHY_FREE: ReadonlySet<TollRule> = new Set([
  'free-hours',
  'free-day',
  'july',
  'exempt-vehicle',
  'multi-passage',
  'day-maximum',
  'month-ceiling',
  'same-passage',
  'no-backa',
  'control-point',
  'already-charged-today',
]);

/** The toll stations that a trip passed, with what each cost (TRIP-019); nothing where it passed none. */
export function TripPassages({ tripId }: { tripId: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const tolls = useQuery(tollsQuery(useSend(), [tripId])).data?.trips[0];
  if (!tolls) return null;
  return (
    <section aria-label={t('TripTolls')}>
      <h3 className={styles['subject']}>
        {t('TripTolls')}{' '}
        {tolls.sums.length > 0 && (
          <strong>
            {isAboutTolls(tolls) ? t('TripTollAbout', { amount: tollsText(tolls, format) }) : tollsText(tolls, format)}
          </strong>
        )}
      </h3>
      <ul className={styles['passages']}>
        {tolls.passages.map(({ at, station, amount, currency, rule, is_estimate }) => (
          <li key={`${at} ${station}`}>
            <time dateTime={at}>{format.time(at)}</time>
            <span>{station}</span>
            <span>
              {amount === null
                ? t('TripTollNoTariff')
                : amount === 0
                  ? t(WHY_FREE.has(rule) ? `TollRule-${rule}` : 'TripTollFree')
                  : is_estimate
                    ? t('TripTollAbout', { amount: format.money(amount, currency) })
                    : format.money(amount, currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
