import type { ReactNode } from 'react';
import styles from './fact.module.css';

/** A line of a `<dl>`: what it is, and its value. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }): ReactNode => (
  <div className={styles['fact']}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
