import { TOKEN_NAME_MAX } from '@spora/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../integrations.module.css';
import { createToken, useIntegrationsWrite } from '../queries.ts';

/** As the contract offers them. */
const DAYS = [30, 90, 365, 730];

/** What a new token is for, what it may do and how long. */
export function TokenForm(props: { onMade: (token: string) => void; onCancel: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [name, setName] = useState('');
  const [rights, setRights] = useState<'read' | 'write'>('read');
  const [days, setDays] = useState(365);
  const [isMissing, setMissing] = useState(false);
  const write = useIntegrationsWrite(createToken);
  useUnsavedChanges(name.trim() !== '' && !write.isSuccess);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || write.isPending) return;
    write.mutate({ name: name.trim(), rights, days }, { onSuccess: ({ token }) => props.onMade(token) });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('TokenMake')}>
      <div className={styles['fields']}>
        <TextField
          label={t('UnitName')}
          help={t('TokenNameHelp')}
          name="name"
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isMissing ? t('SpecifyName') : (errors.fields(write.error)['name'] ?? null)}
        />
        <SelectField
          label={t('TokenRights')}
          name="rights"
          value={rights}
          onChange={(event) => setRights(event.target.value === 'write' ? 'write' : 'read')}
        >
          <option value="read">{t('TokenRights-read')}</option>
          <option value="write">{t('TokenRights-write')}</option>
        </SelectField>
        <SelectField label={t('TokenDays')} name="days" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {t('Days', { count })}
            </option>
          ))}
        </SelectField>
      </div>
      <p className={frame['soft']}>{t('TokenActsAsYou')}</p>
      <FailureBanner failure={write.error} ownFields={['name']} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('TokenMake')}
        </Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
