import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconName } from './icon.tsx';

/** What a place is for when nothing is in it, with the one thing to do about it. */
export function EmptyState(props: {
  icon: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  isAlert?: boolean;
  level?: 1 | 2;
}): ReactNode {
  const Heading = props.level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles['empty']} role={props.isAlert ? 'alert' : undefined}>
      <span className={styles['icon']}>
        <Icon name={props.icon} size={24} />
      </span>
      <Heading className={styles['title']}>{props.title}</Heading>
      {props.children && <div className={styles['text']}>{props.children}</div>}
      {props.action && <div className={styles['action']}>{props.action}</div>}
    </div>
  );
}
