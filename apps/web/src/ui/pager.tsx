import type { ReactNode } from 'react';
import { useFormat, useT } from '../lib/i18n.tsx';
import { IconButton } from './button.tsx';
import styles from './pager.module.css';

/** Which rows of how many are on the page, and the way to the others; nothing where one page is all. */
export function Pager(props: {
  /** What the rows are. */
  label: string;
  page: { readonly number: number; readonly size: number; readonly count: number };
  /** How many rows are on this page, and on all of them. */
  shown: number;
  total: number;
  onPage: (page: number) => void;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const { number, size, count } = props.page;
  if (count <= 1) return null;
  const first = (number - 1) * size + 1;
  return (
    <nav className={styles['pager']} aria-label={props.label}>
      <IconButton icon="chevron-left" label={t('PreviousPage')} disabled={number <= 1} onClick={() => props.onPage(number - 1)} />
      <span>
        {t('RowsOf', {
          from: format.number(first),
          to: format.number(first + props.shown - 1),
          count: format.number(props.total),
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
