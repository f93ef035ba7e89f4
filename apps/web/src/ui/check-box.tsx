import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './check-box.module.css';

/** A native box with its label beside it and help under it; the whole line can be pressed. */
export function CheckBox(
  props: Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> & {
    label: ReactNode;
    help?: ReactNode;
    error?: string | null;
    onChange: (isChecked: boolean) => void;
  },
): ReactNode {
  const { label, help, error, id, onChange, ...input } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={styles['line']}>
      <input
        {...input}
        id={inputId}
        type="checkbox"
        className={styles['box']}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${inputId}-error`, help && `${inputId}-help`].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles['text']}>
        <label htmlFor={inputId} className={styles['label']}>
          {label}
        </label>
        {error && (
          <p id={`${inputId}-error`} className={styles['error']}>
            {error}
          </p>
        )}
        {help && (
          <p id={`${inputId}-help`} className={styles['help']}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
