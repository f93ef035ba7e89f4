import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { CutNote, useCut } from './use-cut.tsx';

/** Several lines of text; as TextField otherwise. */
export function TextArea(
  props: Omit<ComponentProps<'textarea'>, 'className'> & { label: string; help?: ReactNode; error?: string | null },
): ReactNode {
  const { label, help, error, id, ...input } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  const helpId = `${inputId}-help`;
  const errorId = `${inputId}-error`;
  const cutId = `${inputId}-cut`;
  const { place, isCut } = useCut();
  const max = isCut ? input.maxLength : undefined;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <div ref={place} className={styles['frame']} data-invalid={Boolean(error)}>
        <textarea
          rows={3}
          {...input}
          id={inputId}
          className={styles['lines']}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && errorId, max && cutId, help && helpId].filter(Boolean).join(' ') || undefined}
        />
      </div>
      {error && (
        <p id={errorId} className={styles['error']}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {max && <CutNote id={cutId} max={max} />}
      {help && (
        <div id={helpId} className={styles['help']}>
          {help}
        </div>
      )}
    </div>
  );
}
