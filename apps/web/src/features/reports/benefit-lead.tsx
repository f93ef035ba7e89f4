import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import type { BenefitReport, BenefitRow } from './benefit-model.ts';
import styles from './summary.module.css';

/** Who is taxed for what and where it goes from here, then what is not set and where to set it: before the figures, and once. */
export function BenefitLead({ report }: { report: BenefitReport }): ReactNode {
  const t = useT();
  const hasLimits = report.rows.some(({ years }) => years.some((year) => year.private_occasions_max !== null));
  const driven = report.rows.filter(({ total }) => total.private_m > 0);
  return (
    <div className={styles['lead']}>
      <p>
        {t('BenefitWho')} {hasLimits && t('BenefitTaxed')}
      </p>
      <Unset text={(count) => t('BenefitUnpaid', { count })} rows={driven.filter((row) => !row.has_fuel_benefit)} tab="access" />
      <Unset
        text={(count) => t('BenefitUnstated', { count })}
        rows={driven.filter(({ total }) => total.gaps.includes('consumption'))}
        tab="fuel"
      />
      {driven.some(({ total }) => total.gaps.includes('price')) && <Unpriced />}
    </div>
  );
}

/** The units in question, each leading to where it is set for who may set it. */
function Unset(props: { text: (count: number) => string; rows: readonly BenefitRow[]; tab: 'access' | 'fuel' }): ReactNode {
  const { IsAdmin } = useUser();
  const units = [...new Map(props.rows.map((row) => [row.unit_id, row])).values()];
  if (units.length === 0) return null;
  return (
    <p>
      {props.text(units.length)}{' '}
      {units.map(({ unit_id, unit, imei }, i) => (
        <span key={unit_id}>
          {i > 0 && ', '}
          {IsAdmin && imei !== null ? (
            <PageLink className={styles['way']} to={ADDRESSES.editUnit} search={{ imei, tab: props.tab }}>
              {unit}
            </PageLink>
          ) : (
            unit
          )}
        </span>
      ))}
      .
    </p>
  );
}

function Unpriced(): ReactNode {
  const t = useT();
  const { IsAdmin } = useUser();
  return (
    <p>
      {t('BenefitUnpriced')}{' '}
      {IsAdmin && (
        <PageLink to={ADDRESSES.account} search={{ tab: 'car-benefit' }}>
          {t('BenefitSet')}
        </PageLink>
      )}
    </p>
  );
}
