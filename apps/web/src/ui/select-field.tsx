import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** The browser's own list in the frame of a field: for pages that do without React Aria. */
export function SelectField(
  props: Omit<ComponentProps<'select'>, 'className'> & { label: string; help?: ReactNode; error?: string | null },
): ReactNode {
  const { label, help, error, id, children, ...select } = props;
  const ownId = useId();
  const selectId = id ?? ownId;
  const helpId = `${selectId}-help`;
  const errorId = `${selectId}-error`;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={selectId}>
        {label}
      </label>
      <div className={styles['frame']} data-invalid={Boolean(error)}>
        <select
          {...select}
          id={selectId}
          className={styles['native']}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && errorId, help && helpId].filter(Boolean).join(' ') || undefined}
        >
          {children}
        </select>
        <Icon name="chevron-down" size={16} className={styles['nativeArrow']} />
      </div>
      {error && (
        <p id={errorId} className={styles['error']}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {help && (
        <div id={helpId} className={styles['help']}>
          {help}
        </div>
      )}
    </div>
  );
}
