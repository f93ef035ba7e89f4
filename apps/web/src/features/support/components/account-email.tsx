import type { SupportAccount } from '@spora/contract/support/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSupportWrite } from '../queries.ts';
import styles from '../support.module.css';

const EMPTY = { email: '', new_email: '', reason: '' };
type Field = keyof typeof EMPTY;

/** Another e-mail address for a member who can neither read theirs nor recall the password (decision 0039). */
export function AccountEmail(props: { account: SupportAccount }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [draft, setDraft] = useState(EMPTY);
  const change = useSupportWrite('support.change-email');
  useUnsavedChanges(Object.values(draft).some((text) => text !== ''));
  const fields = useRefusals(change.error, draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { params: { id: props.account.id }, body: draft },
      {
        onSuccess: () => {
          toasts.show({ text: t('SupportEmailDone') });
          setDraft(EMPTY);
        },
      },
    );
  };
  const field = (name: Field, label: string, type: 'email' | 'text'): ReactNode => (
    <TextField
      label={label}
      type={type}
      name={name}
      autoComplete="off"
      maxLength={200}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      error={fields[name] ?? null}
    />
  );
  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={t('SupportEmailTitle')}>
      <p className={styles['soft']}>{t('SupportEmailLead')}</p>
      {field('email', t('SupportEmailNow'), 'text')}
      {field('new_email', t('SupportEmailNew'), 'email')}
      {field('reason', t('SupportEmailReason'), 'text')}
      <FailureBanner failure={change.error} ownFields={['email', 'new_email', 'reason']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={change.isPending}>
          {t('SupportEmailChange')}
        </Button>
      </div>
    </form>
  );
}
