import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { areaText, type PassageDetails } from './model.ts';
import styles from './passage-sheet.module.css';
import listStyles from './tolls.module.css';

/** The passages of its day that are charged with it, in order of time, and how far they came towards the most of a day; nothing where it was alone and there is no such most. */
export function PassageDay(props: { details: PassageDetails; onOpen: (key: string) => void }): ReactNode {
  const { passage, basis, day } = props.details;
  const t = useT();
  const format = useFormat();
  const money = (amount: number): string => format.money(amount, passage.currency);
  if (day.length === 0 || (day.length === 1 && !basis?.day_maximum)) return null;
  // Two prices of one half-hour are told apart by whose they are.
  const isMixed = new Set(day.filter(({ alone }) => alone > 0).map(({ price_table }) => price_table)).size > 1;
  const sum = day.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return (
    <section className={styles['part']} aria-labelledby="toll-day">
      <h3 id="toll-day">{t('TollsDay')}</h3>
      <ol className={styles['day']}>
        {day.map((one) => {
          const isThis = one.key === passage.key;
          const isPlain = one.rule === 'amount' && !one.is_withdrawn;
          const isOther = one.amount !== null && (one.rule === 'corrected' ? one.amount !== one.alone : one.amount < one.alone);
          return (
            <li key={one.key} aria-current={isThis || undefined}>
              <time dateTime={one.at}>{format.time(one.at)}</time>
              <span>
                {isThis ? (
                  one.station
                ) : (
                  <button
                    type="button"
                    className={listStyles['open']}
                    aria-label={t('TollsOpenOne', { station: one.station, time: format.dateTime(one.at) })}
                    onClick={() => props.onOpen(one.key)}
                  >
                    {one.station}
                  </button>
                )}
                {isMixed && one.alone > 0 && <span className={styles['why']}>{areaText({ ...passage, ...one }, t)}</span>}
                {!isPlain && (
                  <span className={styles['why']}>{one.is_withdrawn ? t('TollsWithdrawn') : t(`TollRule-${one.rule}`)}</span>
                )}
              </span>
              <span className={styles['cost']}>
                {isOther && <s>{money(one.alone)}</s>} {one.amount === null ? t('TollsNoTariff') : money(one.amount)}
              </span>
            </li>
          );
        })}
        <li className={styles['sum']}>
          <span>{t('TollsTotal')}</span>
          <span>{basis?.day_maximum ? t('TollsDayMost', { amount: money(basis.day_maximum) }) : ''}</span>
          <span className={styles['cost']}>{money(sum)}</span>
        </li>
      </ol>
    </section>
  );
}
