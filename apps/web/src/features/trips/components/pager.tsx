import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import type { TripPage } from '../model.ts';
import styles from './pager.module.css';

/** Which trips of how many are on the page, and the way to the others. */
export function Pager(props: { page: TripPage; onPage: (page: number) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { number, size, count } = props.page.page;
  if (count <= 1) return null;
  const first = (number - 1) * size + 1;
  return (
    <nav className={styles['pager']} aria-label={t('Trips')}>
      <IconButton icon="chevron-left" label={t('PreviousPage')} disabled={number <= 1} onClick={() => props.onPage(number - 1)} />
      <span>
        {t('RowsOf', {
          from: format.number(first),
          to: format.number(first + props.page.trips.length - 1),
          count: format.number(props.page.totals.count),
        })}
      </span>
      <IconButton
        icon="chevron-right"
        label={t('NextPage')}
        disabled={number >= count}
        onClick={() => props.onPage(number + 1)}
      />
    </nav>
  );
}
