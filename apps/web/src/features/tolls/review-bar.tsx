import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ChosenBar } from '../../ui/chosen-bar.tsx';
import { isInDoubt, type Passage } from './model.ts';
import styles from './review-bar.module.css';
import type { Reviews } from './use-reviews.ts';

/** What can be said of the passages that are chosen, all at once; nothing while none is. */
export function ReviewBar({ reviews }: { reviews: Reviews }): ReactNode {
  const t = useT();
  const rows = [...reviews.ticked.values()];
  if (rows.length === 0) return null;
  const isBusy = reviews.waiting.size > 0;
  return (
    <ChosenBar
      isAlone
      label={t('TollsTicked')}
      count={t('TollsTickedCount', { count: rows.length })}
      actions={
        <>
          <Button isSmall look="primary" isBusy={isBusy} onClick={() => reviews.say(rows, 'passed')}>
            {t('TollsPassed')}
          </Button>
          <Button isSmall isBusy={isBusy} onClick={() => reviews.say(rows, 'not-passed')}>
            {t('TollsNotPassed')}
          </Button>
          <Button isSmall look="quiet" onClick={() => reviews.tick(rows, false)}>
            {t('TickNone')}
          </Button>
        </>
      }
    />
  );
}

/** Chooses all of the page that can be, or none when all are. */
export function TickAll(props: { rows: readonly Passage[]; reviews: Reviews; isLabelHidden?: boolean }): ReactNode {
  const { reviews } = props;
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const open = props.rows.filter(isInDoubt);
  const ticked = open.filter(({ key }) => reviews.ticked.has(key)).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && ticked < open.length;
  }, [ticked, open.length]);
  const text = t('TollsTickAll', { count: open.length });
  return (
    <label className={styles['all']} title={text}>
      <input
        ref={box}
        type="checkbox"
        checked={open.length > 0 && ticked === open.length}
        onChange={() => reviews.tick(open, ticked < open.length)}
      />
      <span className={props.isLabelHidden ? 'visually-hidden' : undefined}>{text}</span>
    </label>
  );
}
