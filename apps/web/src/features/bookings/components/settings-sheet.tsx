import type { BookingSettings } from '@spora/contract/bookings/endpoints';
import { REMINDER_MINUTES } from '@spora/contract/bookings/limits';
import type { Translate } from '@spora/messages/translate';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery, formQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded, rowsOf, together } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useBookingWrite } from '../queries.ts';
import styles from './booking.module.css';

/** How booking works in the account: approval, no-shows and reminders (BOOK-047). */
export function SettingsSheet(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const settings = useQuery(formQuery(send, 'bookings.settings', {}));
  const people = useQuery(endpointQuery(send, 'users.list', { query: {} }));
  const both = { ...together(settings, people), data: settings.data && people.data ? settings.data : undefined };
  const [isDirty, setDirty] = useState(false);
  const close = useCarefulClose(isDirty, props.onClose);
  return (
    <Sheet title={t('BookingSettings')} closeLabel={t('Close')} isOpen onClose={close}>
      <Loaded query={both} heights={rowsOf(60, 4)} className={styles['form']}>
        {(saved) => (
          <SettingsForm
            saved={saved}
            people={
              people.data?.user.flatMap(({ id, full_name, is_disabled }) => (is_disabled ? [] : [{ id, name: full_name }])) ?? []
            }
            onDirty={setDirty}
            onCancel={close}
            onSaved={props.onClose}
          />
        )}
      </Loaded>
    </Sheet>
  );
}

function SettingsForm(props: {
  saved: BookingSettings;
  people: readonly { readonly id: number; readonly name: string }[];
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}): ReactNode {
  const { saved, onDirty } = props;
  const t = useT();
  const toasts = useToasts();
  const [began, setBegan] = useState(saved);
  const write = useBookingWrite((send, body: BookingSettings & { was?: Record<string, unknown> }) =>
    call(send, 'bookings.save-settings', { body }),
  );
  const store = (form: BookingSettings, was?: BookingSettings): void =>
    write.mutate(
      { ...form, ...(was && { was: { ...was } }) },
      {
        onSuccess: () => {
          toasts.show({ text: t('Saved') });
          props.onSaved();
        },
      },
    );
  const draft = useDraftForm<BookingSettings>({
    first: saved,
    faultsOf: () => ({}),
    write,
    send: (form) => store(form, began),
  });
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const approver = props.people.find(({ id }) => id === saved.approver_id)?.name ?? t('BookingSettingApproverAll');
  const theirs = meanwhileOf(write.error, began, saved, {
    needs_approval: [t('BookingSettingApproval'), onOff(saved.needs_approval)],
    approver_id: [t('BookingSettingApprover'), approver],
    releases_no_shows: [t('BookingSettingNoShow'), onOff(saved.releases_no_shows)],
    only_working_hours: [t('BookingSettingHours'), onOff(saved.only_working_hours)],
    only_inspected: [t('BookingSettingInspected'), onOff(saved.only_inspected)],
    remind_before_start_min: [t('BookingSettingBeforeStart'), reminderText(saved.remind_before_start_min, t)],
    remind_before_end_min: [t('BookingSettingBeforeEnd'), reminderText(saved.remind_before_end_min, t)],
  });
  const takeTheirs = (): void => {
    setBegan(saved);
    draft.rebase(saved);
    write.reset();
  };
  const { form, set } = draft;
  useEffect(() => onDirty(draft.isUnsaved), [onDirty, draft.isUnsaved]);
  return (
    <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
      <CheckBox
        label={t('BookingSettingApproval')}
        help={t('BookingSettingApprovalHelp')}
        checked={form.needs_approval}
        onChange={(isOn) => set('needs_approval', isOn)}
      />
      {form.needs_approval && (
        <SelectField
          label={t('BookingSettingApprover')}
          value={String(form.approver_id ?? '')}
          error={draft.errorOf('approver_id')}
          onChange={({ target }) => set('approver_id', target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('BookingSettingApproverAll')}</option>
          {props.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <CheckBox
        label={t('BookingSettingNoShow')}
        help={t('BookingSettingNoShowHelp')}
        checked={form.releases_no_shows}
        onChange={(isOn) => set('releases_no_shows', isOn)}
      />
      <CheckBox
        label={t('BookingSettingHours')}
        help={t('BookingSettingHoursHelp')}
        checked={form.only_working_hours}
        onChange={(isOn) => set('only_working_hours', isOn)}
      />
      <CheckBox
        label={t('BookingSettingInspected')}
        help={t('BookingSettingInspectedHelp')}
        checked={form.only_inspected}
        onChange={(isOn) => set('only_inspected', isOn)}
      />
      <Reminder
        label={t('BookingSettingBeforeStart')}
        value={form.remind_before_start_min}
        onChange={(minutes) => set('remind_before_start_min', minutes)}
      />
      <Reminder
        label={t('BookingSettingBeforeEnd')}
        value={form.remind_before_end_min}
        onChange={(minutes) => set('remind_before_end_min', minutes)}
      />
      {theirs ? (
        <ChangedMeanwhile changes={theirs} onTakeTheirs={takeTheirs} onOverwrite={() => store(form)} />
      ) : (
        <FailureBanner failure={write.error} ownFields={['approver_id']} onRetry="submit" />
      )}
      <div className={styles['foot']}>
        <Button onClick={props.onCancel}>{t('BookingCancel')}</Button>
        <Button look="primary" type="submit" isBusy={write.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}

type Minutes = BookingSettings['remind_before_start_min'];

const reminderText = (minutes: Minutes, t: Translate): string =>
  minutes === 0
    ? t('BookingReminderOff')
    : minutes < 60
      ? t('BookingReminderMinutes', { count: minutes })
      : t('BookingReminderHours', { count: minutes / 60 });

function Reminder(props: { label: string; value: Minutes; onChange: (minutes: Minutes) => void }): ReactNode {
  const t = useT();
  return (
    <SelectField
      label={props.label}
      value={String(props.value)}
      onChange={({ target }) => props.onChange(REMINDER_MINUTES.find((each) => String(each) === target.value) ?? 0)}
    >
      {REMINDER_MINUTES.map((minutes) => (
        <option key={minutes} value={minutes}>
          {reminderText(minutes, t)}
        </option>
      ))}
    </SelectField>
  );
}
