import type { AttestRow } from '@spora/contract/attestation/endpoints';
import type { Format } from '@spora/messages/format';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from './attest.module.css';

type Stamps = Pick<
  AttestRow,
  | 'user_attested_at'
  | 'user_attested_by'
  | 'admin_attested_at'
  | 'admin_attested_by'
  | 'reopened_at'
  | 'reopened_by'
  | 'reopened_reason'
  | 'note'
  | 'attested_with'
  | 'user_id'
  | 'user_name'
>;

/** ATT-015: whether anything was done since a period was opened again, and that nothing is missing where nothing is; what is missing stands beside it. */
export function SinceReopened({ row }: { row: Pick<AttestRow, 'reopened_at' | 'changed_trips' | 'matters'> }): ReactNode {
  const t = useT();
  if (row.reopened_at === null || row.changed_trips === null) return null;
  return (
    <span>
      {t('AttestChangedSince', { count: row.changed_trips })}
      {row.matters.length === 0 && ` ${t('AttestNoneLacking')}`}
    </span>
  );
}

/** ATT-015: why a period was opened again, as something to look at before it is attested once more; nothing of one that never was. */
export function WhyReopened({ row }: { row: AttestRow }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (row.reopened_at === null) return null;
  return (
    <span className={styles['why']}>
      <span>
        <Unbroken>{t('AttestWhyReopened', { name: row.reopened_by ?? '–', time: format.dateTime(row.reopened_at) })}</Unbroken>
      </span>
      {row.reopened_reason && <span className={styles['quote']}>{row.reopened_reason}</span>}
      <SinceReopened row={row} />
    </span>
  );
}

/** ATT-009: who attested or opened it, when, and what they said. */
export function AttestStamps(props: { row: Stamps; format: Format }): ReactNode {
  const { row, format } = props;
  const t = useT();
  // What was opened again was attested once: that it no longer is has to be read from its line.
  const isPast = row.reopened_at !== null;
  const lines = [
    row.user_attested_at &&
      t(isPast ? 'AttestWasByUser' : 'AttestByUser', {
        name: row.user_attested_by ?? '–',
        time: format.dateTime(row.user_attested_at),
      }),
    row.admin_attested_at &&
      t(isPast ? 'AttestWasByAdmin' : 'AttestByAdmin', {
        name: row.admin_attested_by ?? '–',
        time: format.dateTime(row.admin_attested_at),
      }),
    row.reopened_at && t('AttestReopenedBy', { name: row.reopened_by ?? '–', time: format.dateTime(row.reopened_at) }),
  ].filter((line): line is string => Boolean(line));
  const isWithoutUser =
    row.admin_attested_at !== null &&
    row.user_attested_at === null &&
    row.user_id !== null &&
    row.admin_attested_by !== row.user_name;
  return (
    <span className={styles['stamps']}>
      {lines.map((line) => (
        <span key={line}>
          <Unbroken>{line}</Unbroken>
        </span>
      ))}
      {row.attested_with.map(({ kind, count }) => (
        <span key={kind} className={styles['missing']}>
          {t(`AttestedWith-${kind}`, { count })}
        </span>
      ))}
      {isWithoutUser && !isPast && <span>{t('AttestedWithoutUser')}</span>}
      {row.reopened_reason && <span className={styles['quote']}>{row.reopened_reason}</span>}
      {row.note && <span className={styles['quote']}>{row.note}</span>}
    </span>
  );
}
