import { useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { useMedia } from '../lib/use-media.ts';
import { Button } from './button.tsx';
import { Sheet } from './dialog.tsx';
import styles from './filter-sheet.module.css';

/** Filters of a list in a line; on a phone behind one button that says how many are set, so that the list begins at once. */
export function FilterSheet(props: {
  label: string;
  /** How many are set. */
  count: number;
  /** What is set, in words: on a phone the closed button says no more than how many. */
  named?: string | undefined;
  /** Closes them on a phone. */
  doneText: string;
  onClear: () => void;
  /** What else is seldom changed; on a phone alone. */
  more?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { label, count, children } = props;
  const t = useT();
  const isWide = useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  if (isWide)
    return (
      <div className={styles['filters']} role="group" aria-label={label}>
        {children}
      </div>
    );
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon="filter" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? t('FiltersSet', { count }) : t('Filters')}
      </Button>
      {props.named && <p className={styles['named']}>{props.named}</p>}
      <Sheet title={label} closeLabel={t('Close')} isOpen={isOpen} onClose={close}>
        <div className={styles['sheet']}>
          {children}
          {props.more}
          <div className={styles['foot']}>
            {count > 0 && <Button onClick={props.onClear}>{t('ClearFilters')}</Button>}
            <Button look="primary" onClick={close}>
              {props.doneText}
            </Button>
          </div>
        </div>
      </Sheet>
    </>
  );
}
