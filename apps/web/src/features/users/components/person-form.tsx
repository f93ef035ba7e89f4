import type { Profile } from '@spora/contract/users/endpoints';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { isSamePhone, shownPhone } from '../model.ts';
import { useProfileChange } from '../queries.ts';
import styles from '../screen.module.css';
import { PurposeField } from './purpose-field.tsx';

type Typed = Pick<Profile, 'first_name' | 'last_name' | 'phone' | 'default_purpose'>;

const FIELDS = ['first_name', 'last_name', 'phone', 'default_purpose'] as const;
const typedOf = (profile: Profile): Typed => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  phone: profile.phone,
  default_purpose: profile.default_purpose,
});

/** Name, phone number and usual purpose. What was typed survives a refusal, and is not left by accident (NAV-039). */
export function PersonForm(props: { profile: Profile }): ReactNode {
  const { profile } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const [firstName, setFirstName] = useState(profile.first_name);
  const [lastName, setLastName] = useState(profile.last_name);
  const [phone, setPhone] = useState(shownPhone(profile.phone));
  const [purpose, setPurpose] = useState(profile.default_purpose);
  // What it was when the form was opened, taken over or saved (ERR-041).
  const [began, setBegan] = useState(() => typedOf(profile));
  const firstInput = useRef<HTMLInputElement>(null);
  const lastInput = useRef<HTMLInputElement>(null);
  const phoneInput = useRef<HTMLInputElement>(null);
  const change = useProfileChange((send, body: Typed & { was?: Typed }) => call(send, 'users.update-profile', { body }));
  const isDirty =
    firstName.trim() !== began.first_name ||
    lastName.trim() !== began.last_name ||
    !isSamePhone(phone, began.phone) ||
    purpose.trim() !== began.default_purpose;
  useUnsavedChanges(isDirty);
  const fields = errors.fields(change.error);
  const begin = (from: Profile): void => {
    setBegan(typedOf(from));
    setFirstName(from.first_name);
    setLastName(from.last_name);
    setPhone(shownPhone(from.phone));
    setPurpose(from.default_purpose);
  };
  const write = (was?: Typed): void =>
    change.mutate(
      { first_name: firstName, last_name: lastName, phone, default_purpose: purpose, ...(was ? { was } : {}) },
      {
        onSuccess: (saved) => {
          begin(saved);
          // The header shows the name as well.
          session.update({ ...user, FullName: saved.full_name });
          toasts.show({ text: t('Saved') });
        },
        onError: (error) => {
          const refused = errors.fields(error);
          (refused['first_name'] ? firstInput : refused['last_name'] ? lastInput : phoneInput).current?.focus();
        },
      },
    );
  const save = (): void => write(began);
  const texts: Record<keyof Typed, readonly [label: string, value: string]> = {
    first_name: [t('FirstNameLabel'), profile.first_name],
    last_name: [t('LastNameLabel'), profile.last_name],
    phone: [t('ProfilePhone'), shownPhone(profile.phone) || '–'],
    default_purpose: [t('UserDefaultPurpose'), profile.default_purpose || '–'],
  };
  const theirs = meanwhileOf<Typed>(change.error, began, typedOf(profile), texts);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !change.isPending) save();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('ProfilePerson')}>
      <TextField
        ref={firstInput}
        label={t('FirstNameLabel')}
        name="first_name"
        autoComplete="given-name"
        maxLength={200}
        value={firstName}
        onChange={(event) => setFirstName(event.target.value)}
        error={fields['first_name'] ?? null}
      />
      <TextField
        ref={lastInput}
        label={t('LastNameLabel')}
        name="last_name"
        autoComplete="family-name"
        maxLength={200}
        value={lastName}
        onChange={(event) => setLastName(event.target.value)}
        error={fields['last_name'] ?? null}
      />
      <TextField
        ref={phoneInput}
        label={t('ProfilePhone')}
        help={t('ProfilePhoneHelp')}
        name="tel"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        error={fields['phone'] ?? null}
      />
      <PurposeField
        value={purpose}
        help={t('ProfileDefaultPurposeHelp')}
        onChange={setPurpose}
        error={fields['default_purpose'] ?? null}
      />
      {theirs ? (
        <ChangedMeanwhile
          changes={theirs}
          onTakeTheirs={() => {
            begin(profile);
            change.reset();
          }}
          onOverwrite={() => write()}
        />
      ) : (
        <FailureBanner failure={change.error} ownFields={FIELDS} onRetry={save} />
      )}
      <div>
        <Button type="submit" look="primary" isBusy={change.isPending} disabled={!isDirty}>
          {change.isPending ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}
