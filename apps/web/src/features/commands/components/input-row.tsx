import { INPUT_MEANINGS } from '@spora/contract/commands/values';
import { IO_NAME_MAX } from '@spora/contract/limits';
import type { Translate } from '@spora/messages/translate';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ageText, useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { Input } from '../model.ts';
import { useCommand } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import { withTheirs } from '../../../lib/with-theirs.ts';
import styles from './commands.module.css';

/** OUT-005, OUT-007: an input with its name, and how it stands in the words of what it means. */
export function InputRow(props: { imei: string; input: Input; mayEdit: boolean }): ReactNode {
  const { input } = props;
  const t = useT();
  const now = useNow();
  const [isEditing, setIsEditing] = useState(false);
  const number = t('IoInput', { n: String(input.number) });
  const name = input.name || number;
  const meaning = t(`InputMeaning-${input.meaning}`);
  const stateText = (isActive: boolean): string => {
    if (input.meaning === 'door') return isActive ? t('IoOpen') : t('IoClosed');
    return isActive ? t('IoActive') : t('IoInactive');
  };
  return (
    <li className={styles['row']}>
      <div className={styles['line']}>
        <div className={styles['what']}>
          <span className={styles['name']}>{name}</span>
          <span className={styles['small']}>{input.name ? `${number} · ${meaning}` : meaning}</span>
        </div>
        <span className={styles['state']}>
          <span className={styles['lamp']} data-lit={input.is_active ?? 'unknown'}>
            {input.is_active === null ? t('IoUnknown') : stateText(input.is_active)}
          </span>
          {input.as_of && (
            <time className={styles['small']} dateTime={input.as_of}>
              {ageText(input.as_of, now, t)}
            </time>
          )}
        </span>
        {props.mayEdit && (
          <IconButton icon="more" label={t('IoSettingsOf', { name })} isSmall onClick={() => setIsEditing(true)} />
        )}
      </div>
      {isEditing && <InputSettingsDialog imei={props.imei} input={input} name={name} onClose={() => setIsEditing(false)} />}
    </li>
  );
}

/** OUT-007: what is offered, in seconds. */
const ALARM_DELAYS_S = [0, 10, 30, 60, 300, 900];
const delayText = (seconds: number, t: Translate): string =>
  seconds === 0 ? t('IoAlarmAtOnce') : t('IoAlarmAfter', { count: seconds });

type Settings = Pick<Input, 'name' | 'meaning' | 'active_high' | 'alarm_delay_s'>;
const settingsOf = ({ name, meaning, active_high, alarm_delay_s }: Settings): Settings => ({
  name,
  meaning,
  active_high,
  alarm_delay_s,
});

function InputSettingsDialog(props: { imei: string; input: Input; name: string; onClose: () => void }): ReactNode {
  const { imei, input } = props;
  const t = useT();
  const toasts = useToasts();
  const [saved, setSaved] = useState(() => settingsOf(input));
  const [form, setForm] = useState(saved);
  const save = useCommand((send, settings: Settings & { was?: Settings }) =>
    call(send, 'commands.save-io', {
      params: { imei },
      body: { inputs: [{ number: input.number as 2 | 3, ...settings }], outputs: [] },
    }),
  );
  const stands = settingsOf(input);
  const theirs = meanwhileOf<Settings>(save.error, saved, stands, {
    name: [t('IoName'), stands.name || '–'],
    meaning: [t('IoMeaning'), t(`InputMeaning-${stands.meaning}`)],
    active_high: [t('IoActiveWhen'), t(stands.active_high ? 'IoHigh' : 'IoLow')],
    alarm_delay_s: [t('IoAlarmDelay'), delayText(stands.alarm_delay_s, t)],
  });
  const close = useCarefulClose(JSON.stringify(form) !== JSON.stringify(saved) && !save.isSuccess, props.onClose);
  const send = (was?: Settings): void => {
    if (save.isPending) return;
    const onSuccess = (): void => {
      toasts.show({ text: t('Saved') });
      props.onClose();
    };
    save.mutate({ ...form, ...(was ? { was } : {}) }, { onSuccess });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(saved);
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
          label={t('IoMeaning')}
          help={t('IoMeaningHelp')}
          value={form.meaning}
          onChange={(event) => {
            const meaning = INPUT_MEANINGS.find((each) => each === event.target.value);
            if (meaning) setForm({ ...form, meaning });
          }}
        >
          {INPUT_MEANINGS.map((meaning) => (
            <option key={meaning} value={meaning}>
              {t(`InputMeaning-${meaning}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('IoActiveWhen')}
          value={form.active_high ? 'high' : 'low'}
          onChange={(event) => setForm({ ...form, active_high: event.target.value === 'high' })}
        >
          <option value="high">{t('IoHigh')}</option>
          <option value="low">{t('IoLow')}</option>
        </SelectField>
        {['door', 'alarm', 'panic'].includes(form.meaning) && (
          <SelectField
            label={t('IoAlarmDelay')}
            help={t('IoAlarmDelayHelp')}
            value={String(form.alarm_delay_s)}
            onChange={(event) => setForm({ ...form, alarm_delay_s: Number(event.target.value) })}
          >
            {[...new Set([...ALARM_DELAYS_S, saved.alarm_delay_s])]
              .sort((a, b) => a - b)
              .map((seconds) => (
                <option key={seconds} value={seconds}>
                  {delayText(seconds, t)}
                </option>
              ))}
          </SelectField>
        )}
        {theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              setSaved(stands);
              setForm(withTheirs(saved, form, stands));
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
