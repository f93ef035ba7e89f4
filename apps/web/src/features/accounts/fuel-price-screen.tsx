import { RATE_KINDS } from '@spora/contract/accounts/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RateForm } from './components/rate-form.tsx';
import { RateHistory, RateTable } from './components/rate-table.tsx';
import { ratesQuery } from './settings-queries.ts';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';

/** ADM-001, ADM-015: what fuel costs and what is paid per 10 km, by day. */
export function FuelPriceScreen(): ReactNode {
  const t = useT();
  return (
    <Loaded query={useQuery(ratesQuery(useSend()))}>
      {({ rates, currency, today }) => (
        <div className={styles['screen']}>
          {RATE_KINDS.map((kind) => (
            <section key={kind} className={frame['section']}>
              <h2>{t(`RateTitle-${kind}`)}</h2>
              <p className={frame['soft']}>{t(`RateLead-${kind}`)}</p>
              <RateTable kind={kind} rates={rates} today={today} />
              <RateForm kind={kind} rates={rates} currency={currency} today={today} />
              <RateHistory kind={kind} rates={rates} today={today} />
            </section>
          ))}
        </div>
      )}
    </Loaded>
  );
}
