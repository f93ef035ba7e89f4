import { useId, type ReactNode } from 'react';
import frame from './section.module.css';

/** A framed part of a page with its heading; level 2 on a page that has no heading of its own between. */
export function Section(props: { title: string; level?: 2 | 3; action?: ReactNode; children: ReactNode }): ReactNode {
  const id = useId();
  const Heading = props.level === 2 ? 'h2' : 'h3';
  return (
    <section className={frame['section']} aria-labelledby={id}>
      <div className={frame['sectionTop']}>
        <Heading id={id} className={frame['sectionTitle']}>
          {props.title}
        </Heading>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}
