import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { moveBetweenTableRows } from './row-arrows.ts';
import styles from './table.module.css';

/**
 * A table that becomes cards on phones: cells with a `data-label` say there what their column is; `data-kind="number"` aligns.
 * In dense cards `data-card` says where a cell stands: `aside` beside the name, `plain` in the lines of facts without its label,
 * `fact` there with it, `line` in a line of its own with its label before it, `end` at the end of the last line, `off` nowhere: what opens from the card tells it. Labels that are not seen are still heard. A cell with `data-blank`
 * says nothing that a card needs.
 */
export function Table(props: {
  label: string;
  /** All rows there are, when only those in view are drawn. */
  rowCount?: number;
  /** For rows of short facts: cards of three lines, and not a line for each cell. */
  hasDenseCards?: boolean;
  /** Its rows are headed by names: wide, they have room for one in one line, and longer cells beside them are broken instead. */
  hasNames?: boolean;
  head: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <table
      className={styles['table']}
      data-dense={props.hasDenseCards}
      data-names={props.hasNames}
      aria-label={props.label}
      aria-rowcount={props.rowCount === undefined ? undefined : props.rowCount + 1}
    >
      <thead>
        <tr>{props.head}</tr>
      </thead>
      {/* Only passed on from what has the focus: the body itself is nothing to press. */}
      <tbody onKeyDown={moveBetweenTableRows}>{props.children}</tbody>
    </table>
  );
}

/** The room of rows that are not drawn. */
export function TableGap(props: { height: number; columns: number }): ReactNode {
  if (props.height <= 0) return null;
  return (
    <tr className={styles['gap']} aria-hidden="true">
      <td colSpan={props.columns} style={{ height: props.height }} />
    </tr>
  );
}

/** The order of a table: the column's id, with a minus before it when it runs downwards. */
export type SortOrder<T extends string> = T | `-${T}`;

/** A heading that sorts; pressed again it turns the order round. */
export function SortHeading<T extends string>(props: {
  column: T;
  /** Null: by none of the columns. */
  order: SortOrder<T> | null;
  onSort: (order: SortOrder<T>) => void;
  isNumber?: boolean;
  children: ReactNode;
}): ReactNode {
  const { column, order, onSort } = props;
  const isDown = order === `-${column}`;
  const isActive = isDown || order === column;
  return (
    <th
      scope="col"
      data-kind={props.isNumber ? 'number' : undefined}
      aria-sort={isActive ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles['sort']}
        data-active={isActive}
        onClick={() => onSort(isActive && !isDown ? `-${column}` : column)}
      >
        {props.children}
        {isActive && <Icon name="chevron-down" size={14} className={cx(!isDown && styles['up'])} />}
      </button>
    </th>
  );
}
