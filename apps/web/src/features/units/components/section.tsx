import { useId, type ReactNode } from 'react';
import styles from './unit-page.module.css';

/** A framed part of a page with its heading. */
export function Section(props: { title: string; action?: ReactNode; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['sectionTop']}>
        <h3 id={id} className={styles['sectionTitle']}>
          {props.title}
        </h3>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}
