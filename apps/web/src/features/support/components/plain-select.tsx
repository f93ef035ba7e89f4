import type { ReactNode } from 'react';
import styles from '../support.module.css';

/** A choice within a table, whose column says what it is. */
export function Select<T extends string>(props: {
  label: string;
  value: T;
  options: readonly T[];
  onChange: (value: T) => void;
}): ReactNode {
  return (
    <select
      className={styles['select']}
      aria-label={props.label}
      value={props.value}
      onChange={(event) => {
        const next = props.options.find((option) => option === event.target.value);
        if (next !== undefined) props.onChange(next);
      }}
    >
      {props.options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
