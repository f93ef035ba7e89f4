import type { ReactNode } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './service.module.css';

/** A number with what it is counted in behind it. */
export function NumberField(props: {
  label: string;
  name: string;
  unit: string;
  value: string;
  help?: string | undefined;
  error: string | null;
  onChange: (value: string) => void;
}): ReactNode {
  const { unit, onChange, ...field } = props;
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      trailing={<span className={styles['unit']}>{unit}</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
