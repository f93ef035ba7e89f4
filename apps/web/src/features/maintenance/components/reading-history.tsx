import type { Reading } from '@spora/contract/maintenance/readings';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** UNIT-022: every reading with who made it; what was taken back stays in sight. */
export function ReadingHistory(props: {
  label: string;
  rows: readonly Reading[];
  text: (value: number) => string;
  /** Null where the viewer may not take back. */
  onTakeBack: ((row: Reading) => void) | null;
  busyId: number | null;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const { rows, onTakeBack } = props;
  if (rows.length === 0) return <p className={frame['soft']}>{t('ReadingsNone')}</p>;
  return (
    <Table
      label={props.label}
      head={
        <>
          <th scope="col">{t('ReadingTime')}</th>
          <th scope="col">{t('ReadingValue')}</th>
          <th scope="col">{t('ReadingBy')}</th>
          {onTakeBack && (
            <th scope="col">
              <span className="visually-hidden">{t('ReadingTakeBack')}</span>
            </th>
          )}
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td data-label={t('ReadingTime')} className={styles['whole']}>
            {format.dateTime(row.time)}
          </td>
          <td data-label={t('ReadingValue')} className={styles['whole']}>
            {row.removed_at === null ? props.text(row.value) : <del className={styles['gone']}>{props.text(row.value)}</del>}
          </td>
          <td data-label={t('ReadingBy')}>
            {row.source === 'carried' ? t('ReadingCarried', { name: row.user }) : row.user}
            {row.removed_at !== null && (
              <div className={frame['soft']}>
                <Unbroken>
                  {t('ReadingTakenBack', { name: row.removed_by ?? '', time: format.dateTime(row.removed_at) })}
                </Unbroken>
              </div>
            )}
          </td>
          {onTakeBack && (
            <td className={styles['takeBack']}>
              {row.removed_at === null && (
                <Button
                  isSmall
                  look="quiet"
                  isBusy={props.busyId === row.id}
                  aria-label={t('ReadingTakeBackOf', { value: props.text(row.value), time: format.dateTime(row.time) })}
                  onClick={() => onTakeBack(row)}
                >
                  {t('ReadingTakeBack')}
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
