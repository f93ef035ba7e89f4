import type { ReactNode } from 'react';
import { MARKS } from './brands/marks.ts';
import styles from './mark.module.css';

/**
 * The mark of the brand that the page shows, in its colours. `label` where the brand's name does not stand beside it; without
 * one the mark is silent.
 */
export function Mark(props: { size?: number; className?: string; label?: string }): ReactNode {
  const { size = 28, label } = props;
  const shapes = MARKS[Number(document.documentElement.dataset['brand'] ?? 0)] ?? MARKS[0] ?? [];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      className={props.className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {shapes.map(({ tone, d, stroke }) => (
        <path
          key={d}
          d={d}
          className={styles[tone]}
          data-shape={stroke === undefined ? 'area' : 'stroke'}
          strokeWidth={stroke}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
