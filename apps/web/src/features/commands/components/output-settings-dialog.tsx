import { OUTPUT_TYPES } from '@spora/contract/commands/values';
import { IO_NAME_MAX } from '@spora/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { readPulse, type Output } from '../model.ts';
import { useCommand } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import { withTheirs } from '../../../lib/with-theirs.ts';
import styles from './commands.module.css';

type Settings = Pick<Output, 'name' | 'type' | 'normal_state' | 'pulse_s' | 'who'>;
const settingsOf = ({ name, type, normal_state, pulse_s, who }: Settings): Settings => ({
  name,
  type,
  normal_state,
  pulse_s,
  who,
});
const formOf = (settings: Settings) => ({ ...settings, pulse: settings.pulse_s === null ? '' : String(settings.pulse_s) });

/** OUT-006: what is connected to an output, how it behaves and who may switch it. */
export function OutputSettingsDialog(props: { imei: string; output: Output; name: string; onClose: () => void }): ReactNode {
  const { imei, output } = props;
  const t = useT();
  const toasts = useToasts();
  const [began, setBegan] = useState(() => settingsOf(output));
  const saved = formOf(began);
  const [form, setForm] = useState(saved);
  const [wasTried, setWasTried] = useState(false);
  const save = useCommand((send, { pulse_s, was }: { pulse_s: number | null; was?: Settings }) => {
    const { name, type, normal_state, who } = form;
    return call(send, 'commands.save-io', {
      params: { imei },
      body: { inputs: [], outputs: [{ number: output.number as 1 | 2 | 3, name, type, normal_state, pulse_s, who, was }] },
    });
  });
  const stands = settingsOf(output);
  const theirs = meanwhileOf<Settings>(save.error, began, stands, {
    name: [t('IoName'), stands.name || '–'],
    type: [t('IoType'), t(`OutputType-${stands.type}`)],
    normal_state: [t('IoNormal'), t(stands.normal_state ? 'IoOn' : 'IoOff')],
    pulse_s: [t('IoPulseLength'), stands.pulse_s === null ? '–' : String(stands.pulse_s)],
    who: [t('IoWho'), t(`IoWho-${stands.who}`)],
  });
  const isDirty = JSON.stringify(form) !== JSON.stringify(saved) && !save.isSuccess;
  const close = useCarefulClose(isDirty, props.onClose);
  const pulse = readPulse(form.pulse);
  const send = (was?: Settings): void => {
    setWasTried(true);
    if (pulse === undefined || save.isPending) return;
    const onSuccess = (): void => {
      toasts.show({ text: t('Saved') });
      props.onClose();
    };
    save.mutate({ pulse_s: pulse, ...(was ? { was } : {}) }, { onSuccess });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(began);
  };
  return (
    <Dialog title={t('IoSettingsOf', { name: props.name })} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={frame['form']} noValidate onSubmit={submit}>
        <TextField
          label={t('IoName')}
          maxLength={IO_NAME_MAX}
          autoFocus
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <SelectField
          label={t('IoType')}
          help={output.is_configured ? undefined : t('IoTypeHelp')}
          value={form.type}
          onChange={(event) => {
            const type = OUTPUT_TYPES.find((each) => each === event.target.value);
            if (type) setForm({ ...form, type });
          }}
        >
          {OUTPUT_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`OutputType-${type}`)}
            </option>
          ))}
        </SelectField>
        <div className={styles['pair']}>
          <SelectField
            label={t('IoNormal')}
            value={form.normal_state ? 'on' : 'off'}
            onChange={(event) => setForm({ ...form, normal_state: event.target.value === 'on' })}
          >
            <option value="off">{t('IoOff')}</option>
            <option value="on">{t('IoOn')}</option>
          </SelectField>
          <TextField
            label={t('IoPulseLength')}
            help={t('IoPulseHelp')}
            inputMode="numeric"
            autoComplete="off"
            value={form.pulse}
            onChange={(event) => setForm({ ...form, pulse: event.target.value })}
            error={wasTried && pulse === undefined ? t('PulseLength') : null}
          />
        </div>
        <SelectField
          label={t('IoWho')}
          value={form.who}
          onChange={(event) => setForm({ ...form, who: event.target.value === 'users' ? 'users' : 'administrators' })}
        >
          <option value="administrators">{t('IoWho-administrators')}</option>
          <option value="users">{t('IoWho-users')}</option>
        </SelectField>
        {theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              setBegan(stands);
              setForm(withTheirs(saved, form, formOf(stands)));
              save.reset();
            }}
            onOverwrite={() => send()}
          />
        ) : (
          save.error && <FailureBanner failure={save.error} onRetry="submit" />
        )}
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
