import type { ReactNode } from 'react';
import { startBrand } from '../../lib/brand.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { firstStations, type TollReport } from './model.ts';
import styles from './tolls.module.css';

/** What is to be known of the amounts, in one line that opens; a single thing is said at once. On a phone it is in what explains them. */
export function FoldedDoubts({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const parts = useDoubtCounts(report);
  if (parts.length < 2) return <TollDoubts report={report} />;
  return (
    <details className={styles['about']}>
      <summary>
        {t('TollsDoubts')}: {parts.join(' · ')}
      </summary>
      <TollDoubts report={report} />
    </details>
  );
}

const countOf = (doubts: readonly { readonly passages: number }[]): number =>
  doubts.reduce((sum, { passages }) => sum + passages, 0);

function useDoubtCounts({ doubts }: TollReport): readonly string[] {
  const t = useT();
  const counted = [
    ['TollsDoubtUncertain', doubts.uncertain],
    ['TollsDoubtUnpriced', doubts.unpriced],
    ['TollsDoubtOld', doubts.old],
    ['TollsDoubtLastKnown', doubts.last_known],
  ] as const;
  const isRough = doubts.rough.length > 0;
  return [
    ...counted.flatMap(([key, list]) => (list.length > 0 ? [t(key, { count: countOf(list) })] : [])),
    ...(isRough ? [t('TollsDoubtRough')] : []),
  ];
}

/** What is to be known of the amounts before they are believed: once, with how many passages and how much, and not on each row. */
export function TollDoubts({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { unpriced, old, last_known, uncertain } = report.doubts;
  const isRough = report.doubts.rough.length > 0;
  if (unpriced.length + old.length + last_known.length + uncertain.length === 0 && !isRough) return null;
  const inAll = countOf(uncertain);
  const rough = uncertain.reduce((sum, { rough_place }) => sum + rough_place, 0);
  const uncertainWhy = (far: number, ofPlace: number): string =>
    ofPlace === 0
      ? t('TollsUncertainWhy')
      : far === 0
        ? t('TollsUncertainPlaceWhy')
        : t('TollsUncertainBoth', { far, rough: ofPlace });
  return (
    <ul className={styles['doubts']} aria-label={t('TollsDoubts')}>
      {unpriced.length > 0 && <Unpriced report={report} />}
      {old.map(({ currency, year, stations, passages, amount }) => (
        <li key={currency}>
          <strong>{t('TollsAbout', { amount: money(amount, currency) })}</strong> {t('TollsOldSum', { passages, stations, year })}
        </li>
      ))}
      {last_known.map(({ currency, year, stations, passages, amount }) => (
        <li key={`price ${currency}`}>
          <strong>{t('TollsAbout', { amount: money(amount, currency) })}</strong>{' '}
          {t('TollsLastKnown', { passages, stations, year })}
        </li>
      ))}
      {inAll > 0 && (
        <li>
          <strong>{t('TollsUncertainSum', { count: inAll })}</strong> {uncertainWhy(inAll - rough, rough)}
        </li>
      )}
      {old.some(({ currency }) => [...last_known, ...uncertain].some((each) => each.currency === currency)) && (
        <li>{t('TollsOverlap')}</li>
      )}
      {isRough && (
        <li>
          <strong>{t('TollsRough')}</strong> {t('TollsEstimateWhy')}
        </li>
      )}
    </ul>
  );
}

/** Where no price is known, and what can be done about it by who may. */
function Unpriced({ report }: { report: TollReport }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { unpriced } = report.doubts;
  const { named, more } = firstStations(unpriced);
  const stations = named.map(({ station, passages }) => `${station} (${format.number(passages)})`).join(', ');
  return (
    <li>
      <strong>{t('TollsUnpriced', { count: countOf(unpriced) })}</strong>{' '}
      {more > 0 ? t('TollsUnpricedMore', { stations, count: more }) : `${stations}.`}{' '}
      {report.can.correct && <Ask stations={unpriced.map(({ station }) => station)} />}
    </li>
  );
}

function Ask({ stations }: { stations: readonly string[] }): ReactNode {
  const t = useT();
  const { supportMail } = startBrand();
  const subject = t('TollsAskSubject', { account: useUser().AccountName });
  const href = `mailto:${supportMail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(stations.join('\n'))}`;
  return (
    <>
      {t('TollsUnpricedCorrect')} <a href={href}>{t('TollsAsk')}</a>
    </>
  );
}
