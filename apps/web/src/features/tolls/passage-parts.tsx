import { aboutOf, aboutText, markOf, type TollAboutText } from '@spora/contract/tolls/marks';
import type { Translate } from '@spora/messages/translate';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { isInDoubt, type Passage } from './model.ts';
import styles from './tolls.module.css';
import type { Reviews } from './use-reviews.ts';

/** When it was, leading to its trip in the log of that day, or to the day where it lies between two trips. */
export function When({ row }: { row: Passage }): ReactNode {
  const t = useT();
  const format = useFormat();
  const day = format.day(row.at);
  const time = format.dateTime(row.at);
  if (!row.unit.imei) return time;
  return (
    <PageLink
      className={styles['log']}
      to={ADDRESSES.tripLog}
      search={{ period: 'custom', from: day, to: day, unit: row.unit.imei, trip: row.trip_id ?? undefined }}
      title={t(row.trip_id === null ? 'TollsOpenLog' : 'TollsOpenTrip')}
    >
      {time}
    </PageLink>
  );
}

/** Where it was, leading to all that is known of it. */
export function Station({ row, onOpen }: { row: Passage; onOpen: (row: Passage) => void }): ReactNode {
  const t = useT();
  const { dateTime } = useFormat();
  return (
    <button
      type="button"
      className={styles['open']}
      aria-label={t('TollsOpenOne', { station: row.station, time: dateTime(row.at) })}
      onClick={() => onOpen(row)}
    >
      {row.station}
    </button>
  );
}

/** What it cost, or about what; nothing is a word, so that it is not read as a sum. Of what nobody passed, struck, what it was to cost. */
export function Amount({ row }: { row: Passage }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  if (row.amount === null) return <span className={styles['soft']}>{t('TollsNoTariff')}</span>;
  if (row.is_withdrawn) {
    const before = row.reckoned ? row.reckoned.amount : row.amount;
    return <s className={styles['withdrawn']}>{before === null ? t('TollsNoTariff') : money(before, row.currency)}</s>;
  }
  if (row.amount === 0) return t('TollsFree');
  const amount = money(row.amount, row.currency);
  return aboutOf(row).length === 0 ? amount : t('TollsAbout', { amount });
}

function sayAbout(about: TollAboutText, t: Translate): string {
  if (about.key === 'TollsFromRough') return t(about.key);
  return about.key === 'TollsFromBoth' ? t(about.key, about.values) : t(about.key, about.values);
}

/** Why it costs that, where it is not simply the tariff, and why it is only about that; in a few words, which say more when asked. */
export function Why({ row }: { row: Passage }): ReactNode {
  const t = useT();
  const abouts = aboutOf(row);
  const [station, price] = [String(row.as_of_year), String(row.price_year)];
  const years = { TollsOldWhy: station, TollsLastKnownWhy: price, TollsEstimateWhy: '' };
  const about = aboutText(row);
  const short = about && sayAbout(about, t);
  const isPlain = row.rule === 'amount' || row.rule === 'corrected' || row.rule === 'no-tariff';
  return (
    <>
      {!isPlain && <span className={styles['soft']}>{t(`TollRule-${row.rule}`)}</span>}
      {short && (
        <span className={styles['soft']} title={abouts.map((about) => t(about, { year: years[about] })).join(' ')}>
          {short}
        </span>
      )}
    </>
  );
}

/** What a person said of it, or that it is not sure and why. */
export function Mark({ row }: { row: Passage }): ReactNode {
  const t = useT();
  const mark = markOf(row);
  if (mark === null) return null;
  if (mark !== 'TollsUncertain') return <Badge tone="information">{t(mark)}</Badge>;
  return row.is_place_rough ? (
    <span title={t('TollsUncertainPlaceWhy')}>{t('TollsUncertainPlace')}</span>
  ) : (
    <span title={t('TollsUncertainWhy')}>{t('TollsUncertainPositions')}</span>
  );
}

/** Whether it was, said by a press. */
export function SayButtons({ row, reviews }: { row: Passage; reviews: Reviews }): ReactNode {
  const t = useT();
  const { dateTime } = useFormat();
  if (!isInDoubt(row)) return null;
  const of = { station: row.station, time: dateTime(row.at) };
  return (
    <span className={styles['say']}>
      <Button isSmall data-answer aria-label={t('TollsPassedOne', of)} onClick={() => reviews.say([row], 'passed')}>
        {t('TollsPassed')}
      </Button>
      <Button isSmall data-answer aria-label={t('TollsNotPassedOne', of)} onClick={() => reviews.say([row], 'not-passed')}>
        {t('TollsNotPassed')}
      </Button>
    </span>
  );
}

/** Chooses it, to say the same of several. */
export function Tick({ row, reviews }: { row: Passage; reviews: Reviews }): ReactNode {
  const t = useT();
  const { dateTime } = useFormat();
  if (!isInDoubt(row)) return null;
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        aria-label={t('TollsTick', { station: row.station, time: dateTime(row.at) })}
        checked={reviews.ticked.has(row.key)}
        onChange={(event) => reviews.tick([row], event.target.checked)}
      />
    </label>
  );
}

/** Corrects it, or shows what was said of it. */
export function CorrectButton({ row, onCorrect }: { row: Passage; onCorrect: (row: Passage) => void }): ReactNode {
  const t = useT();
  const { dateTime } = useFormat();
  return (
    <Button
      isSmall
      className={styles['change']}
      aria-label={t('TollsCorrectOne', { station: row.station, time: dateTime(row.at) })}
      onClick={() => onCorrect(row)}
    >
      {t('TollsCorrect')}
    </Button>
  );
}
