import { TOKEN_DAYS, type TokenRights } from '@spora/contract/integrations/choices';
import { TOKEN_NAME_MAX } from '@spora/contract/limits';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../integrations.module.css';
import { createToken, useIntegrationsWrite } from '../queries.ts';

/** What a new token is for, what it may do and how long. */
export function TokenForm(props: { onMade: (token: string) => void; onCancel: () => void }): ReactNode {
  const t = useT();
  const write = useIntegrationsWrite(createToken);
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm<{ name: string; rights: TokenRights; days: number }>({
    first: { name: '', rights: 'read', days: 365 },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'SpecifyName' : null }),
    write,
    send: (typed) => write.mutate({ ...typed, name: typed.name.trim() }, { onSuccess: ({ token }) => props.onMade(token) }),
  });
  useUnsavedChanges(isUnsaved);
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('TokenMake')}>
      <div className={styles['fields']}>
        <TextField
          label={t('UnitName')}
          help={t('TokenNameHelp')}
          name="name"
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          value={form.name}
          onChange={(event) => set('name', event.target.value)}
          error={errorOf('name')}
        />
        <SelectField
          label={t('TokenRights')}
          name="rights"
          value={form.rights}
          onChange={(event) => set('rights', event.target.value === 'write' ? 'write' : 'read')}
        >
          <option value="read">{t('TokenRights-read')}</option>
          <option value="write">{t('TokenRights-write')}</option>
        </SelectField>
        <SelectField
          label={t('TokenDays')}
          name="days"
          value={form.days}
          onChange={(event) => set('days', Number(event.target.value))}
        >
          {TOKEN_DAYS.map((count) => (
            <option key={count} value={count}>
              {t('Days', { count })}
            </option>
          ))}
        </SelectField>
      </div>
      <p className={frame['soft']}>{t('TokenActsAsYou')}</p>
      <FailureBanner failure={write.error} ownFields={['name']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('TokenMake')}
        </Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
