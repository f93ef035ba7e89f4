import type { DataOf } from '@spora/contract/endpoint-map';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { addDomain, proveDomain, removeDomain, useSignOnWrite } from '../queries.ts';
import styles from '../sign-on.module.css';
import { ProofDialog } from './proof-dialog.tsx';

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
  const [opened, setOpened] = useState<'look' | 'remove' | null>(null);
  const look = useSignOnWrite(proveDomain);
  const removal = useSignOnWrite(removeDomain);
  const close = (): void => {
    setOpened(null);
    look.reset();
    removal.reset();
  };
  const done = (text: string) => ({
    onSuccess: () => {
      toasts.show({ text });
      setOpened(null);
    },
  });
  const { id, name } = domain;
  return (
    <li className={styles['domain']} aria-label={name}>
      <h3>{name}</h3>
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
      <div className={styles['ends']}>
        {domain.proven_at === null && (
          <Button isSmall onClick={() => setOpened('look')}>
            {t('SignOnLook')}
          </Button>
        )}
        <Button isSmall aria-label={t('SignOnRemoveDomain', { name })} onClick={() => setOpened('remove')}>
          {t('SignOnRemove')}
        </Button>
      </div>
      {opened === 'look' && (
        <ProofDialog
          title={t('SignOnLookTitle', { name })}
          submit={t('SignOnLook')}
          write={look}
          onProof={(proof) => look.mutate({ id, proof }, done(t('SignOnDomainIsProven', { name })))}
          onClose={close}
        >
          <p>{t('SignOnLookText', { name })}</p>
        </ProofDialog>
      )}
      {opened === 'remove' && (
        <ProofDialog
          title={t('SignOnRemoveDomainTitle', { name })}
          submit={t('SignOnRemoveDomain', { name })}
          look="danger"
          write={removal}
          onProof={(proof) => removal.mutate({ id, proof }, done(t('SignOnDomainRemoved', { name })))}
          onClose={close}
        >
          <p>{domain.proven_at === null ? t('SignOnRemoveWaiting') : t('SignOnRemoveProven', { name })}</p>
        </ProofDialog>
      )}
    </li>
  );
}

function AddForm(): ReactNode {
  const t = useT();
  const write = useSignOnWrite(addDomain);
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm({
    first: { name: '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'SignOnDomainInvalid' : null }),
    write,
    send: ({ name }) => write.mutate(name.trim()),
  });
  useUnsavedChanges(isUnsaved);
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
      <FailureBanner failure={write.error} ownFields={['name']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" isBusy={write.isPending}>
          {t('SignOnAddDomain')}
        </Button>
      </div>
    </form>
  );
}
