import type { FieldValue } from '@spora/seal/document';
import { SEALED_HEAD_FIELDS } from '@spora/seal/fields';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { PeriodVerdict } from '../verify-model.ts';
import styles from '../verify-screen.module.css';

const CHAIN = { first: 'VerifyChainFirst', holds: 'VerifyChainHolds', open: 'VerifyChainOpen' } as const;
const text = (value: FieldValue | undefined): string => (value === undefined || value === null ? '' : String(value));

/** One sealed period: what the seal says of it, and whether it is still so. */
export function VerifiedPeriod({ period }: { period: PeriodVerdict }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { head, faults, withheld, fields } = period;
  const isWhole = faults.length === 0;
  // What is withheld is not nought.
  const km = (name: string): string => (name in head ? format.km(Number(head[name] ?? 0)) : t('VerifyHidden'));
  // Of the period itself they are named; where fields of trips are among them, it is only how many.
  const hidden = SEALED_HEAD_FIELDS.filter((name) => !(name in head));
  const stamps = (['user', 'admin'] as const).filter((who) => text(head[`${who}_attested_at`]) !== '');
  const title = [text(head['unit']), text(head['registration_number'])].filter(Boolean).join(' · ');
  return (
    <article className={styles['period']}>
      <div className={styles['periodTop']}>
        <h3>{title}</h3>
        <Badge tone={isWhole ? 'success' : 'danger'}>{t(isWhole ? 'VerifyUnchanged' : 'VerifyBroken')}</Badge>
      </div>
      {faults.map((fault) => (
        <p key={fault} className={styles['fault']}>
          {t(`VerifyFault-${fault}`)}
        </p>
      ))}
      {isWhole && (
        <>
          <p>
            {t('ExportSpan', { from: text(head['from_day']), to: text(head['to_day']) })}
            {text(head['driver']) !== '' && ` · ${text(head['driver'])}`}
          </p>
          <p>
            {t('VerifySums', {
              trips: format.number(Number(head['trips'] ?? 0)),
              business: km('business_m'),
              private: km('private_m'),
              rest: km('other_m'),
            })}
          </p>
          {stamps.map((who) => (
            <p key={who}>
              {t(who === 'user' ? 'ExportAttestedUser' : 'ExportAttestedAdmin', {
                name: text(head[`${who}_attested_by`]),
                time: format.dateTime(text(head[`${who}_attested_at`])),
              })}
            </p>
          ))}
          <p className={styles['soft']}>
            {`${t('VerifySealed', { time: format.dateTime(period.sealedAt), number: period.number })} · ${t(CHAIN[period.chain])}`}
          </p>
          <p className={styles['soft']}>
            {withheld === 0
              ? t('VerifyWhole', { all: format.number(fields) })
              : hidden.length === withheld
                ? t('VerifyWithheldNamed', {
                    count: withheld,
                    names: hidden.map((name) => t(`SealField-${name}`)).join(', '),
                  })
                : t('VerifyWithheld', { count: withheld })}
          </p>
        </>
      )}
    </article>
  );
}
