import { useEffect, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './skeleton.module.css';

const PATIENCE_MS = 150;

/** CONST-061: as many rows as a list shows while it comes, where nobody knows better. */
export const LOADER_ROWS = 12;

/** Shows its children only when waiting takes long enough to be noticed. */
export function AfterAWhile(props: { children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? props.children : null;
}

/** A grey stand-in of a line of text or a block; sizes come from the caller's class. */
export function Skeleton(props: { className?: string; width?: number | string; height?: number }): ReactNode {
  return (
    <span
      className={cx(styles['skeleton'], props.className)}
      style={{ width: props.width, height: props.height }}
      aria-hidden="true"
    />
  );
}
