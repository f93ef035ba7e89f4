import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './chosen-bar.module.css';
import { cx } from './cx.ts';

/** What can be done with the rows of a list that are chosen, at its foot and over it; mounted while any is. */
export function ChosenBar(props: {
  /** What a screen reader calls it. */
  readonly label: string;
  /** How many are chosen, in words. */
  readonly count: string;
  /** Beside the count: how to choose more. */
  readonly more?: ReactNode;
  readonly actions: ReactNode;
  /** It has a frame of its own; else the list's is around it. */
  readonly isAlone?: boolean;
  readonly className?: string | undefined;
  /** Dialogs that its actions open. */
  readonly children?: ReactNode;
}): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  // Notices stand above it.
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    const tell = (): void => root.setProperty('--foot-bar', `${bar.current?.offsetHeight ?? 0}px`);
    tell();
    const observer = new ResizeObserver(tell);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.removeProperty('--foot-bar');
    };
  }, []);
  return (
    <div
      ref={bar}
      className={cx(styles['bar'], props.className)}
      data-alone={props.isAlone ? '' : undefined}
      data-foot-bar="measured"
      role="region"
      aria-label={props.label}
    >
      <span className={styles['count']} role="status">
        {props.count}
      </span>
      {props.more}
      <span className={styles['actions']}>{props.actions}</span>
      {props.children}
    </div>
  );
}
