import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeRefusal } from '../../../ui/change-refusal.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useChangeForm } from '../../../ui/use-change-form.ts';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';

/** I18N-004, ALARM-009, ALARM-010: in which language and by which clock alerts are written. */
export function AlertLanguageForm(): ReactNode {
  const query = useQuery(endpointQuery(useSend(), 'accounts.options', {}));
  return <Loaded query={query}>{(options) => <AlertForm options={options} />}</Loaded>;
}

function AlertForm(props: { options: DataOf<'accounts.options'> }): ReactNode {
  const t = useT();
  const { alert_language, alert_time_zone, alert_time_zones } = props.options;
  const send = useSend();
  const client = useQueryClient();
  const write = useMutation({
    mutationFn: (body: InputOf<'accounts.set-options'>['body']) => call(send, 'accounts.set-options', { body }),
    onSettled: () => client.invalidateQueries(queriesOf('accounts')),
  });
  const draft = useChangeForm({
    saved: { alert_language, alert_time_zone },
    write,
    send: ({ changes, was }, onSuccess) => write.mutate({ ...changes, was }, { onSuccess }),
    texts: {
      alert_language: [t('AlertLanguage'), LANGUAGE_FACTS[alert_language].name],
      alert_time_zone: [t('AlertTimeZone'), alert_time_zone],
    },
  });
  const { form, set, submit, place } = draft;
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('AlertOptionsTitle')}>
      <p className={frame['soft']}>{t('AlertOptionsLead')}</p>
      <div className={styles['fields']}>
        <SelectField
          label={t('AlertLanguage')}
          name="alert_language"
          value={form.alert_language}
          onChange={(event) => set('alert_language', event.target.value as Language)}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={LANGUAGE_FACTS[code].html}>
              {LANGUAGE_FACTS[code].name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('AlertTimeZone')}
          name="alert_time_zone"
          value={form.alert_time_zone}
          onChange={(event) => set('alert_time_zone', event.target.value)}
        >
          {alert_time_zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
      </div>
      <ChangeRefusal draft={draft} failure={write.error} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!draft.isChanged}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
