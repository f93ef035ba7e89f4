import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './bulk.module.css';

export type BulkChange = DataOf<'units.bulk'>['units'][number];

const REFUSALS = ['UnitLocked', 'UnitTagsMany'] as const;

/** The units that are changed. */
export const changesOf = ({ units }: DataOf<'units.bulk'>): BulkChange[] =>
  units.filter(({ before, after, refused }) => refused === null && before !== after);

/** Of each unit what it has and gets; what is refused, with the reason, and what stays as it is, come last. */
export function BulkResult(props: { answer: DataOf<'units.bulk'>; isDone: boolean }): ReactNode {
  const { isDone } = props;
  const t = useT();
  const { units } = props.answer;
  const changed = changesOf(props.answer);
  const refused = units.filter((line) => line.refused !== null);
  const same = units.length - changed.length - refused.length;
  return (
    <div className={styles['form']}>
      <div role="status">
        {isDone ? (
          <Banner tone="success">{t('BulkDone', { count: changed.length })}</Banner>
        ) : (
          <p className={styles['soft']}>{t('BulkWill', { count: changed.length })}</p>
        )}
      </div>
      <ul className={styles['lines']}>
        {changed.map((line) => (
          <li key={line.imei} className={styles['line']}>
            <strong>{line.name}</strong>
            <span className={styles['change']}>
              <span className={styles['before']}>{line.before || t('BulkNothing')}</span>
              <Icon name="arrow" size={14} />
              <span>{line.after || t('BulkNothing')}</span>
            </span>
          </li>
        ))}
        {refused.map((line) => (
          <li key={line.imei} className={styles['line']}>
            <strong>{line.name}</strong>
            <span className={styles['refused']}>
              <Icon name={line.refused === 'UnitLocked' ? 'lock' : 'information'} size={14} />
              {REFUSALS.some((key) => key === line.refused)
                ? t(line.refused as (typeof REFUSALS)[number])
                : t('SomethingWentWrong')}
            </span>
          </li>
        ))}
      </ul>
      {same > 0 && <p className={styles['soft']}>{t('BulkSame', { count: same })}</p>}
    </div>
  );
}
