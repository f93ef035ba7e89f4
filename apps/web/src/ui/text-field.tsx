import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { CutNote, useCut } from './use-cut.tsx';

/** Label above, help under it, error in its place. A plain input, so that password managers and paste just work. */
export function TextField(
  props: Omit<ComponentProps<'input'>, 'className'> & {
    label: string;
    help?: ReactNode;
    error?: string | null;
    /** What stands as its error is asked: it may be right as it is. */
    isQuestion?: boolean;
    /** What stands before the value, such as a dial code. */
    leading?: ReactNode;
    trailing?: ReactNode;
  },
): ReactNode {
  const { label, help, error, isQuestion = false, leading, trailing, id, ...input } = props;
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
      <div ref={place} className={styles['frame']} data-invalid={Boolean(error)} data-question={isQuestion}>
        {leading && <span className={styles['leading']}>{leading}</span>}
        <input
          {...input}
          id={inputId}
          className={styles['input']}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && errorId, max && cutId, help && helpId].filter(Boolean).join(' ') || undefined}
        />
        {trailing}
      </div>
      {error && (
        <p id={errorId} className={styles['error']} data-question={isQuestion}>
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
