import type { TollCorrection } from '@spora/contract/tolls/endpoints';
import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import type { Passage } from './model.ts';
import { useCorrections } from './queries.ts';
import styles from './tolls.module.css';

/**
 * What was said of a passage, the newest first, those that were taken back too, and what was reckoned before; who may takes back what
 * stands.
 */
export function CorrectionHistory({ row, mayUndo }: { row: Passage; mayUndo: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const { undo } = useCorrections();
  return (
    <section className={styles['saidBefore']} aria-label={t('TollsHistory')}>
      <ul className={styles['history']}>
        {row.corrections.map((each) => (
          <li key={each.id}>
            {sayingOf(each)}
            <span className={styles['soft']}>{each.reason}</span>
            {each.undone_at === null ? (
              mayUndo && (
                <Button
                  isSmall
                  isBusy={undo.isPending}
                  onClick={() => undo.mutate(each.id, { onSuccess: () => toasts.show({ text: t('TollsUndone') }) })}
                >
                  {t('TollsUndo')}
                </Button>
              )
            ) : (
              <span className={styles['soft']}>
                {t('TollsHistoryUndone', { by: each.undone_by ?? '', time: format.dateTime(each.undone_at) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {row.reckoned && (
        <p className={styles['reckoned']}>
          {row.reckoned.amount === null
            ? t('TollsReckonedNone')
            : t('TollsReckonedBefore', { amount: format.money(row.reckoned.amount, row.currency) })}
        </p>
      )}
      {undo.error !== null && <Banner tone="danger">{errors.text(undo.error)}</Banner>}
    </section>
  );

  function sayingOf({ kind, by, at, amount }: TollCorrection): string {
    const time = format.dateTime(at);
    if (kind === 'amount') return t('TollsHistory-amount', { by, time, amount: format.money(amount ?? 0, row.currency) });
    if (kind === 'passed' && row.is_uncertain) return t('TollsHistory-confirmed', { by, time });
    return t(`TollsHistory-${kind}`, { by, time });
  }
}
