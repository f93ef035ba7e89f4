import { useId, type ReactNode } from 'react';
import styles from './object.module.css';

/** A framed part of a page with its heading. */
export function Section(props: { title: string; level?: 2 | 3; action?: ReactNode; children: ReactNode }): ReactNode {
  const id = useId();
  const Heading = props.level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['sectionTop']}>
        <Heading id={id} className={styles['sectionTitle']}>
          {props.title}
        </Heading>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}
