import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import styles from './panel-top.module.css';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * When and who, at the top of a trip's details. Whoever opened them from the keyboard comes here: the arrows go on to the trip of the next
 * row, Tab goes into the details, and Escape back to the row (NAV-038).
 */
export function PanelTop(props: {
  title: string;
  driven: string;
  /** Asked once, as it appears. */
  takesFocus: () => boolean;
  /** To the row above (-1) or below (1); null where the details lie over the list. */
  onStep: ((step: -1 | 1) => void) | null;
  onClose: () => void;
}): ReactNode {
  const { onStep } = props;
  const t = useT();
  const hintId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(props.takesFocus);
  useEffect(() => {
    if (takesFocus.current()) heading.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.target !== heading.current) return;
    event.preventDefault();
    onStep?.(step);
  };
  return (
    <header className={styles['top']} onKeyDown={onKeyDown}>
      <div className={styles['title']}>
        <h2 ref={heading} tabIndex={-1} aria-describedby={onStep ? hintId : undefined}>
          {props.title}
        </h2>
        <p>{props.driven}</p>
        {onStep && (
          <p id={hintId} className={styles['keys']}>
            {t('TripDetailsKeys')}
          </p>
        )}
      </div>
      <IconButton icon="close" label={t('Close')} onClick={props.onClose} />
    </header>
  );
}
