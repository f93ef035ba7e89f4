import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { IconButton, Button } from './button.tsx';
import { CheckBox } from './check-box.tsx';
import styles from './column-list.module.css';

/** Which columns a table shows and in which order: those that are shown first, as they stand, each with the ways to move it. */
export function ColumnList<Column extends string>(props: {
  shown: readonly Column[];
  all: readonly Column[];
  labelOf: (column: Column) => string;
  /** It stands first and is always there. */
  fixed?: Column;
  onToggle: (column: Column) => void;
  /** One place to the left (-1) or to the right (1). */
  onMove: (column: Column, step: -1 | 1) => void;
  /** Null: they are as usual. */
  onUsual: (() => void) | null;
}): ReactNode {
  const { shown, all, labelOf, fixed } = props;
  const t = useT();
  const first = fixed === undefined ? 0 : 1;
  return (
    <>
      <ul className={styles['list']}>
        {[...shown, ...all.filter((id) => !shown.includes(id))].map((id) => {
          const at = shown.indexOf(id);
          const column = labelOf(id);
          return (
            <li key={id} className={styles['line']}>
              <CheckBox label={column} checked={at >= 0} disabled={id === fixed} onChange={() => props.onToggle(id)} />
              {at >= first && (
                <span className={styles['order']}>
                  <IconButton
                    icon="chevron-left"
                    isSmall
                    label={t('ColumnEarlier', { column })}
                    aria-disabled={at === first}
                    onClick={() => props.onMove(id, -1)}
                  />
                  <IconButton
                    icon="chevron-right"
                    isSmall
                    label={t('ColumnLater', { column })}
                    aria-disabled={at === shown.length - 1}
                    onClick={() => props.onMove(id, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {props.onUsual && (
        <Button isSmall onClick={props.onUsual}>
          {t('ColumnsAsUsual')}
        </Button>
      )}
    </>
  );
}
