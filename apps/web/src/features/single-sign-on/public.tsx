import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import frame from '../../ui/section.module.css';
import { Domains } from './components/domains.tsx';
import { Links } from './components/links.tsx';
import { ProviderForm } from './components/provider-form.tsx';
import { settingsQuery } from './queries.ts';
import styles from './sign-on.module.css';

/** ADM-020: how members sign in by their organisation, for administrators. */
export function SingleSignOnScreen(): ReactNode {
  const t = useT();
  const query = useQuery(settingsQuery(useSend()));
  return (
    <div className={styles['settings']}>
      <p className={frame['soft']}>{t('SignOnSettingsLead')}</p>
      <Loaded query={query}>
        {(settings) => (
          <>
            <section className={frame['section']} aria-labelledby="sign-on-domains">
              <h2 id="sign-on-domains">{t('SignOnDomains')}</h2>
              <p className={frame['soft']}>{t('SignOnDomainsLead')}</p>
              <Domains domains={settings.domains} />
            </section>
            <section className={frame['section']} aria-labelledby="sign-on-provider">
              <h2 id="sign-on-provider">{t('SignOnProvider')}</h2>
              <ProviderForm settings={settings} />
            </section>
            <section className={frame['section']} aria-labelledby="sign-on-links">
              <h2 id="sign-on-links">{t('SignOnLinks')}</h2>
              <p className={frame['soft']}>{t('SignOnLinksLead')}</p>
              <Links links={settings.links} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}
