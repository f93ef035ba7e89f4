import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Tokens } from './components/tokens.tsx';
import { Webhooks } from './components/webhooks.tsx';
import frame from '../../ui/section.module.css';
import styles from './integrations.module.css';

/** ADM-019: what other programs of the customer may do here, and what they are told. */
export function IntegrationsScreen(): ReactNode {
  const t = useT();
  return (
    <div className={styles['screen']}>
      <section className={frame['section']} aria-labelledby="tokens-title">
        <h2 id="tokens-title">{t('TokensTitle')}</h2>
        <p className={frame['soft']}>
          {t('TokensLead')}{' '}
          <a href="/docs" target="_blank" rel="noreferrer">
            {t('TokensDocs')}
          </a>
        </p>
        <Tokens />
      </section>
      <section className={frame['section']} aria-labelledby="webhooks-title">
        <h2 id="webhooks-title">{t('WebhooksTitle')}</h2>
        <p className={frame['soft']}>{t('WebhooksLead')}</p>
        <Webhooks />
      </section>
    </div>
  );
}
