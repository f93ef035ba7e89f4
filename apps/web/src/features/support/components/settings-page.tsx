import type { DataOf } from '@spora/contract/endpoint-map';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSupport, useSupportWrite } from '../queries.ts';
import { Confirm } from './confirm.tsx';
import styles from '../support.module.css';

type Settings = DataOf<'support.settings'>;

/** DEC-21: the two parent accounts whose members have more. */
export function SettingsPage(): ReactNode {
  const t = useT();
  const settings = useSupport('support.settings', {});
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_settings')}</h1>
      <p className={styles['soft']}>{t('SettingsLead')}</p>
      <Loaded query={settings} heights={rowsOf(44)} className={styles['rows']}>
        {(data) => <Parents settings={data} />}
      </Loaded>
    </div>
  );
}

function Parents(props: { settings: Settings }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const [before, setBefore] = useState(props.settings);
  const [typed, setTyped] = useState(before);
  const [isAsking, setAsking] = useState(false);
  const save = useSupportWrite('support.save-settings');
  const isDirty =
    typed.alert_numbers_parent_id !== before.alert_numbers_parent_id ||
    typed.extra_time_zone_parent_id !== before.extra_time_zone_parent_id;
  useUnsavedChanges(isDirty);
  const fields = useRefusals(save.error, typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) setAsking(true);
  };
  const field = (name: keyof Settings, label: string, help: string) => (
    <TextField
      label={label}
      help={help}
      maxLength={50}
      value={typed[name]}
      onChange={(event) => setTyped((now) => ({ ...now, [name]: event.target.value.trim() }))}
      error={fields[name] ?? null}
    />
  );
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {field('alert_numbers_parent_id', t('AlertNumbersParent'), t('AlertNumbersParentHelp'))}
      {field('extra_time_zone_parent_id', t('ExtraTimeZoneParent'), t('ExtraTimeZoneParentHelp'))}
      <div className={styles['ends']}>
        {isDirty && <span className={styles['soft']}>{t('NotSaved')}</span>}
        <Button type="submit" look="primary" disabled={!isDirty}>
          {t('Save')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('Support_settings')}
          action={t('Save')}
          isBusy={save.isPending}
          failure={save.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            save.mutate(
              { body: typed },
              {
                onSuccess: () => {
                  setBefore(typed);
                  setAsking(false);
                  toasts.show({ text: t('Saved') });
                },
              },
            )
          }
        >
          <p>{t('SettingsConfirm')}</p>
        </Confirm>
      )}
    </form>
  );
}
