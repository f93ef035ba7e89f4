import { useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './page-head.module.css';

/**
 * What stands over a list: what it is, what narrows it, what can be done. On a phone one line of search and the main
 * action; the rest unfolds under it, so that the list begins at once.
 */
export function PageHead(props: {
  /** What the search is of. */
  label: string;
  title?: string;
  /** How many are shown; it is heard as it changes. */
  count?: ReactNode;
  lead?: ReactNode;
  search: ReactNode;
  filters: ReactNode;
  /** A filter is set: the button says so while they are folded. */
  isNarrowed: boolean;
  /** Seldom needed. */
  tools?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { title, count, lead, tools, action } = props;
  return (
    <div className={styles['head']} data-open={isOpen}>
      {(title || count || lead) && (
        <div className={styles['text']}>
          {title && <h2 className={styles['title']}>{title}</h2>}
          {count && <span className={styles['count']}>{count}</span>}
          {lead && <p className={styles['lead']}>{lead}</p>}
        </div>
      )}
      {tools && <div className={styles['tools']}>{tools}</div>}
      {action && <div className={styles['action']}>{action}</div>}
      <div className={styles['line']} role="search" aria-label={props.label}>
        <div className={styles['search']}>{props.search}</div>
        <Button
          icon="filter"
          className={cx(styles['toggle'])}
          aria-expanded={isOpen}
          aria-label={t('FiltersAndMore')}
          title={t('FiltersAndMore')}
          onClick={() => setOpen(!isOpen)}
        >
          {props.isNarrowed && <span className={styles['dot']} aria-hidden="true" />}
        </Button>
        <div className={styles['filters']}>{props.filters}</div>
      </div>
    </div>
  );
}
