import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { addDomain, proveDomain, removeDomain, useSignOnWrite } from '../queries.ts';
import styles from '../sign-on.module.css';

type Domain = DataOf<'single-sign-on.settings'>['domains'][number];

/** The domains of the account, with what shows that they are its own. */
export function Domains({ domains }: { domains: readonly Domain[] }): ReactNode {
  return (
    <div className={styles['form']}>
      <ul className={styles['list']}>
        {domains.map((domain) => (
          <DomainItem key={domain.id} domain={domain} />
        ))}
      </ul>
      <AddForm key={domains.length} />
    </div>
  );
}

function DomainItem({ domain }: { domain: Domain }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const look = useSignOnWrite(proveDomain);
  const removal = useSignOnWrite(removeDomain);
  const prove = (): void =>
    look.mutate(domain.id, { onSuccess: () => toasts.show({ text: t('SignOnDomainIsProven', { name: domain.name }) }) });
  return (
    <li className={styles['domain']} aria-label={domain.name}>
      <h3>{domain.name}</h3>
      {domain.proven_at === null ? (
        <>
          <p>{t('SignOnDomainWaits')}</p>
          <dl className={styles['facts']}>
            <dt>{t('SignOnRecordName')}</dt>
            <dd className={styles['code']}>{domain.record_name}</dd>
            <dt>{t('SignOnRecordText')}</dt>
            <dd className={styles['code']}>{domain.record_text}</dd>
          </dl>
        </>
      ) : (
        <p>{t('SignOnDomainProven', { day: format.day(domain.proven_at) })}</p>
      )}
      <FailureBanner failure={look.error ?? removal.error} />
      <div className={styles['ends']}>
        {domain.proven_at === null && (
          <Button isSmall isBusy={look.isPending} onClick={prove}>
            {t('SignOnLook')}
          </Button>
        )}
        <Button isSmall look="danger" isBusy={removal.isPending} onClick={() => removal.mutate(domain.id)}>
          {t('SignOnRemoveDomain', { name: domain.name })}
        </Button>
      </div>
    </li>
  );
}

function AddForm(): ReactNode {
  const t = useT();
  const write = useSignOnWrite(addDomain);
  const { form, set, errorOf, submit, place } = useDraftForm({
    first: { name: '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'SignOnDomainInvalid' : null }),
    write,
    send: ({ name }) => write.mutate(name.trim()),
  });
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('SignOnAddDomain')}>
      <TextField
        label={t('SignOnDomain')}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        value={form.name}
        onChange={(event) => set('name', event.target.value)}
        error={errorOf('name')}
      />
      <FailureBanner failure={write.error} ownFields={['name']} />
      <div className={styles['ends']}>
        <Button type="submit" isBusy={write.isPending}>
          {t('SignOnAddDomain')}
        </Button>
      </div>
    </form>
  );
}
