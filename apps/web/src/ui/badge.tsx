import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { cx } from './cx.ts';

/** A state in a word; its colour only repeats what the word says. */
export function Badge(props: {
  tone?: 'plain' | 'success' | 'information' | 'warning' | 'danger';
  children: ReactNode;
}): ReactNode {
  const { tone = 'plain' } = props;
  return <span className={cx(styles['badge'], tone !== 'plain' && styles[tone])}>{props.children}</span>;
}
