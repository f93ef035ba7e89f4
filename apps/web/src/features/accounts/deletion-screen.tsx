import { REMOVAL_WAIT_DAYS } from '@spora/contract/limits';
import type { ReactNode } from 'react';
import { brandOf } from '../../lib/brand.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { useSessionState } from '../../lib/session-context.tsx';
import { AfterAWhile, Skeleton } from '../../ui/skeleton.tsx';
import { phoneAddress } from './model.ts';
import styles from './text-page.module.css';
import { usePublicAnswer } from './use-public-answer.ts';

/** NAV-006, OPT-007 to 009: whom to ask for the deletion of an account, and what becomes of what. */
export function DeletionScreen(): ReactNode {
  const t = useT();
  const state = useSessionState();
  const { brand } = usePublicConfig();
  const subsiteId = state.kind === 'signed-in' ? state.session.user.SubsiteID : brand.subsiteId;
  useDocumentTitle(t('DeletionTitle'));
  return (
    <article className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('DeletionTitle')}</h1>
        <p className={styles['lead']}>{t('DeletionLead')}</p>
      </header>
      <Contact subsiteId={subsiteId} />
      <section className={styles['section']}>
        <h2>{t('DeletionDeleted')}</h2>
        <ul className={styles['list']}>
          <li>{t('DeletionDeletedPerson')}</li>
          <li>{t('DeletionDeletedPositions')}</li>
          <li>{t('DeletionDeletedSettings')}</li>
        </ul>
      </section>
      <section className={styles['section']}>
        <h2>{t('DeletionKept')}</h2>
        <ul className={styles['list']}>
          <li>{t('DeletionKeptLog')}</li>
          <li>{t('DeletionKeptAccounting')}</li>
        </ul>
      </section>
      <section className={styles['section']}>
        <h2>{t('DeletionTime')}</h2>
        <p>{t('DeletionTimeText', { days: REMOVAL_WAIT_DAYS })}</p>
      </section>
      <section className={styles['section']}>
        <h2>{t('DeletionEmployer')}</h2>
        <p>{t('DeletionEmployerText')}</p>
      </section>
    </article>
  );
}

/** OPT-008: a failure is not told, since the brand's own contact serves as well. */
function Contact(props: { subsiteId: number }): ReactNode {
  const t = useT();
  const { answer } = usePublicAnswer('accounts.contact', { query: { SubsiteID: props.subsiteId } });
  const { supportMail, supportPhone } = brandOf(props.subsiteId);
  const contact = answer.kind === 'answered' ? answer.data : { email: supportMail, phone: supportPhone };
  const isLoading = answer.kind === 'loading';
  const telephone = phoneAddress(contact.phone);
  const waiting = (
    <AfterAWhile>
      <Skeleton className={styles['waiting']} />
    </AfterAWhile>
  );
  return (
    <dl className={styles['contact']} aria-busy={isLoading}>
      <div>
        <dt>{t('ContactEmail')}</dt>
        <dd>{isLoading ? waiting : <a href={`mailto:${contact.email}`}>{contact.email}</a>}</dd>
      </div>
      {(isLoading || contact.phone !== '') && (
        <div>
          <dt>{t('ContactPhone')}</dt>
          <dd>{isLoading ? waiting : telephone ? <a href={telephone}>{contact.phone}</a> : contact.phone}</dd>
        </div>
      )}
    </dl>
  );
}
