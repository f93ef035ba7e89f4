import type { DataOf } from '@spora/contract/endpoint-map';
import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { AttestOptions } from './components/attest-options.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OtherTypeForm } from './components/other-type-form.tsx';
import { Reminders } from './components/reminders.tsx';
import { optionsQuery, saveOptions, useSettingsWrite } from './settings-queries.ts';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';

/** ADM-001, TRIP-003, I18N-004, ADM-017: what the account makes of other trips, the alerts' language and zone, and reminders. */
export function OptionsScreen(): ReactNode {
  const t = useT();
  const query = useQuery(optionsQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <section className={frame['section']}>
        <h2>{t('OtherTypeTitle')}</h2>
        <OtherTypeForm />
      </section>
      <section className={frame['section']}>
        <h2>{t('AlertOptionsTitle')}</h2>
        <Loaded query={query}>{(options) => <AlertForm options={options} />}</Loaded>
      </section>
      <section className={frame['section']}>
        <h2>{t('AttestOptionsTitle')}</h2>
        <Loaded query={query}>{(options) => <AttestOptions options={options} />}</Loaded>
      </section>
      <section className={frame['section']}>
        <h2>{t('RemindersTitle')}</h2>
        <Reminders />
      </section>
    </div>
  );
}

function AlertForm(props: { options: DataOf<'accounts.options'> }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [before, setBefore] = useState(props.options);
  const [options, setOptions] = useState(before);
  const write = useSettingsWrite(saveOptions);
  const isDirty = options.alert_language !== before.alert_language || options.alert_time_zone !== before.alert_time_zone;
  useUnsavedChanges(isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || write.isPending) return;
    const { alert_language, alert_time_zone } = options;
    write.mutate(
      { alert_language, alert_time_zone },
      {
        onSuccess: () => {
          setBefore(options);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('AlertOptionsTitle')}>
      <p className={frame['soft']}>{t('AlertOptionsLead')}</p>
      <div className={styles['fields']}>
        <SelectField
          label={t('AlertLanguage')}
          name="alert_language"
          value={options.alert_language}
          onChange={(event) => setOptions({ ...options, alert_language: event.target.value as Language })}
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
          value={options.alert_time_zone}
          onChange={(event) => setOptions({ ...options, alert_time_zone: event.target.value })}
        >
          {options.alert_time_zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
      </div>
      <FailureBanner failure={write.error} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!isDirty}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
