import type { ReactNode } from 'react';
import { termsSections } from '../model.ts';
import styles from '../text-page.module.css';

/** Terms as their readers see them: headings and paragraphs, nothing else. */
export const TermsText = (props: { body: string }): ReactNode =>
  termsSections(props.body).map(({ heading, paragraphs }, at) => (
    <section key={at} className={styles['section']}>
      {heading !== null && <h2>{heading}</h2>}
      {paragraphs.map((paragraph, place) => (
        <p key={place}>{paragraph}</p>
      ))}
    </section>
  ));
