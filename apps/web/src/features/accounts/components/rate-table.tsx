import type { Rate, RateKind } from '@spora/contract/accounts/settings';
import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { rateLines } from '../settings-model.ts';
import { removeRate, useSettingsWrite } from '../settings-queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';
import { subjectText } from '../rate-texts.ts';

interface Parts {
  kind: RateKind;
  rates: readonly Rate[];
  today: string;
}

/** What is in force today and what comes next, a line for each fuel or car. */
export function RateTable({ kind, rates, today }: Parts): ReactNode {
  const t = useT();
  const format = useFormat();
  const money = (rate: Rate | null): string => (rate ? format.money(rate.amount, rate.currency) : '');
  return (
    <Table
      label={t(`RateTitle-${kind}`)}
      head={
        <>
          <th scope="col">{t(`RateSubject-${kind}`)}</th>
          <th scope="col" data-kind="number">
            {t('RateNow')}
          </th>
          <th scope="col">{t('RateSince')}</th>
          <th scope="col">{t('RateNext')}</th>
        </>
      }
    >
      {rateLines(rates, kind, today).map(({ subject, current, next }) => (
        <tr key={subject}>
          <th scope="row">{subjectText(subject, t)}</th>
          <td data-kind="number" data-label={t('RateNow')}>
            {current ? money(current) : <span className={frame['soft']}>{t('RateNone')}</span>}
          </td>
          <td data-label={current ? t('RateSince') : undefined}>{current?.valid_from}</td>
          <td data-label={next ? t('RateNext') : undefined}>
            {next && t('RateFromDay', { amount: money(next), day: next.valid_from })}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Every price there was, newest day first; only those that are still to come can be taken back. */
export function RateHistory({ kind, rates, today }: Parts): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const removal = useSettingsWrite(removeRate);
  const own = rates.filter((rate) => rate.kind === kind);
  if (own.length === 0) return null;
  return (
    <details className={styles['history']}>
      <summary>{t('RateHistory', { count: own.length })}</summary>
      <Table
        label={t('RateHistoryOf', { name: t(`RateTitle-${kind}`) })}
        head={
          <>
            <th scope="col">{t('RateFrom')}</th>
            <th scope="col">{t(`RateSubject-${kind}`)}</th>
            <th scope="col" data-kind="number">
              {t(`RateAmount-${kind}`)}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('GroupActions')}</span>
            </th>
          </>
        }
      >
        {own.map((rate) => (
          <tr key={rate.id}>
            <th scope="row">{rate.valid_from}</th>
            <td data-label={t(`RateSubject-${kind}`)}>{subjectText(rate.subject, t)}</td>
            <td data-kind="number" data-label={t(`RateAmount-${kind}`)}>
              {format.money(rate.amount, rate.currency)}
            </td>
            <td>
              {rate.valid_from > today && (
                <Button
                  isSmall
                  isBusy={removal.isPending && removal.variables === rate.id}
                  aria-label={t('RateRemoveNamed', { subject: subjectText(rate.subject, t), day: rate.valid_from })}
                  onClick={() =>
                    removal.mutate(rate.id, {
                      onSuccess: () => toasts.show({ text: t('RateRemoved') }),
                      onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
                    })
                  }
                >
                  {t('RateRemove')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
