import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import styles from './drivers.module.css';

/** The panel of a list, with what was asked for. */
export function Panel<Data>(props: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }): ReactNode {
  return (
    <Loaded query={props.query} heights={rowsOf(44)} className={styles['panel']}>
      {(data) => <div className={styles['panel']}>{props.children(data)}</div>}
    </Loaded>
  );
}
