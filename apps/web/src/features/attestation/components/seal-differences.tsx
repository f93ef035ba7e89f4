import type { FieldValue } from '@spora/seal/document';
import type { SealedField } from '@spora/seal/fields';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import type { RowDifference } from '../verify-rows.ts';
import styles from '../verify-screen.module.css';

/** More than these nobody reads, and a page of ten thousand stands still. */
const SHOWN_MAX = 200;
/** So many stand there without being asked for. */
const OPEN_MAX = 10;
/** More days than these are told from the first to the last. */
const DAYS_TOLD = 4;

/** What of a file is not as it was sealed: which row, which field, what was sealed and what is said now. */
export function SealDifferences({ differences }: { differences: readonly RowDifference[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (differences.length === 0) return null;
  const changed = differences.filter(({ isName }) => !isName);
  const trips = changed.filter(({ of }) => of === 'trip');
  const known = new Map(trips.filter(({ id }) => id !== null).map(({ id, at }) => [id, at]));
  const unknown = trips.filter(({ id }) => id === null);
  const days = [...known.values(), ...unknown.map(({ at }) => at)].map((at) => (at === '' ? '–' : format.day(at)));
  const unique = [...new Set(days)].toSorted();
  const told =
    unique.length > DAYS_TOLD
      ? t('VerifyDaysSpan', { count: unique.length, from: unique[0] ?? '', to: unique.at(-1) ?? '' })
      : unique.join(', ');
  const inOrder = [...changed, ...differences.filter(({ isName }) => isName)];
  return (
    <>
      {trips.length > 0 && (
        <Banner tone="danger">{t('VerifyRowsChanged', { count: known.size + Math.sign(unknown.length), days: told })}</Banner>
      )}
      {changed.length > trips.length && <Banner tone="danger">{t('VerifyOtherChanged')}</Banner>}
      {changed.length < differences.length && <Banner tone="warning">{t('VerifyNamesChanged')}</Banner>}
      <section className={styles['periods']}>
        <h2>{t('VerifyDifferences')}</h2>
        <List differences={inOrder.slice(0, SHOWN_MAX)} />
        {inOrder.length > SHOWN_MAX && (
          <p className={styles['soft']}>
            {t('VerifyMoreDifferences', { shown: format.number(SHOWN_MAX), all: format.number(inOrder.length) })}
          </p>
        )}
      </section>
    </>
  );
}

/** Of many the first few stand open. */
function List({ differences }: { differences: readonly RowDifference[] }): ReactNode {
  const t = useT();
  const list = (of: readonly RowDifference[]): ReactNode => (
    <ul className={styles['differences']}>
      {of.map((one, index) => (
        <Difference key={index} difference={one} />
      ))}
    </ul>
  );
  if (differences.length <= OPEN_MAX) return list(differences);
  return (
    <>
      {list(differences.slice(0, OPEN_MAX))}
      <details>
        <summary>{t('VerifyAllDifferences', { count: differences.length })}</summary>
        {list(differences.slice(OPEN_MAX))}
      </details>
    </>
  );
}

const ROWS = { period: 'VerifyRowPeriod', file: 'VerifyRowFile', trip: 'VerifyRowUnknown' } as const;
const WHOLE = { missing: 'VerifyMissing', added: 'VerifyAdded', totals: 'VerifyTotals' } as const;

function Difference({ difference }: { difference: RowDifference }): ReactNode {
  const t = useT();
  const format = useFormat();
  const textOf = useTextOf();
  const { id, at, of, what, isName } = difference;
  const time = at === '' ? '–' : format.dateTime(at);
  const row = id === null ? t(ROWS[of]) : t('VerifyRowTrip', { id: String(id), time });
  const said = (): string => {
    if (what === 'missing' || what === 'added' || what === 'totals') return t(WHOLE[what]);
    const field = t(`SealField-${what}`);
    const { sealed, found } = difference;
    return sealed === undefined || found === undefined
      ? t('VerifyDiffersWithheld', { field })
      : t('VerifyDiffers', { field, sealed: textOf(what, sealed, found), found: textOf(what, found, sealed) });
  };
  return (
    <li className={isName ? styles['soft'] : styles['fault']}>
      <strong>{row}</strong> · {said()}
    </li>
  );
}

const TYPES: Readonly<Record<string, 'TripTypeBusiness' | 'TripTypePrivate' | 'TripTypeOther'>> = {
  business: 'TripTypeBusiness',
  private: 'TripTypePrivate',
  other: 'TripTypeOther',
};

/** A sealed value as a reader knows it, exactly: to the metre, and to the second where the minute is the same. */
function useTextOf(): (field: SealedField, value: FieldValue, other: FieldValue) => string {
  const t = useT();
  const format = useFormat();
  const time = (value: FieldValue): string =>
    Number.isNaN(Date.parse(String(value))) ? String(value) : format.dateTime(String(value));
  return (field, value, other) => {
    if (value === null || value === '' || value === '[]') return t('VerifyNothing');
    if (field.endsWith('_m') && typeof value === 'number') return `${format.number(value)} m`;
    if (field.endsWith('ed_at')) return time(value) === time(other) ? String(value) : time(value);
    const type = field === 'type' ? TYPES[String(value)] : undefined;
    return type ? t(type) : String(value);
  };
}
