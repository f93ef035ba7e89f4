import type { Profile } from '@spora/contract/users/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { isSamePhone, namesFaults, shownPhone } from '../model.ts';
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
/** As people read it. */
const formOf = (profile: Profile): Typed => ({ ...typedOf(profile), phone: shownPhone(profile.phone) });

/** Name, phone number and usual purpose. What was typed survives a refusal, and is not left by accident (NAV-039). */
export function PersonForm(props: { profile: Profile }): ReactNode {
  const { profile } = props;
  const t = useT();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  // What it was when the form was opened, taken over or saved (ERR-041).
  const [began, setBegan] = useState(() => typedOf(profile));
  const change = useProfileChange((send, body: Typed & { was?: Typed }) => call(send, 'users.update-profile', { body }));
  const draft = useDraftForm({
    first: formOf(profile),
    faultsOf: namesFaults,
    write: change,
    send: (form) => isChanged && save(form, began),
  });
  const { form, set, restart, rebase, errorOf, submit, place } = draft;
  const isChanged =
    form.first_name.trim() !== began.first_name ||
    form.last_name.trim() !== began.last_name ||
    !isSamePhone(form.phone, began.phone) ||
    form.default_purpose.trim() !== began.default_purpose;
  useUnsavedChanges(isChanged);
  const begin = (from: Profile): void => {
    setBegan(typedOf(from));
    restart(formOf(from));
  };
  const save = (typed: Typed, was?: Typed): void =>
    change.mutate(
      { ...typed, ...(was ? { was } : {}) },
      {
        onSuccess: (saved) => {
          begin(saved);
          // The header shows the name as well.
          session.update({ ...user, FullName: saved.full_name });
          toasts.show({ text: t('Saved') });
        },
      },
    );
  const texts: Record<keyof Typed, readonly [label: string, value: string]> = {
    first_name: [t('FirstNameLabel'), profile.first_name],
    last_name: [t('LastNameLabel'), profile.last_name],
    phone: [t('ProfilePhone'), shownPhone(profile.phone) || '–'],
    default_purpose: [t('UserDefaultPurpose'), profile.default_purpose || '–'],
  };
  const theirs = meanwhileOf<Typed>(change.error, began, typedOf(profile), texts);
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('ProfilePerson')}>
      <TextField
        label={t('FirstNameLabel')}
        name="first_name"
        autoComplete="given-name"
        maxLength={200}
        value={form.first_name}
        onChange={(event) => set('first_name', event.target.value)}
        error={errorOf('first_name')}
      />
      <TextField
        label={t('LastNameLabel')}
        name="last_name"
        autoComplete="family-name"
        maxLength={200}
        value={form.last_name}
        onChange={(event) => set('last_name', event.target.value)}
        error={errorOf('last_name')}
      />
      <TextField
        label={t('ProfilePhone')}
        help={t('ProfilePhoneHelp')}
        name="tel"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={form.phone}
        onChange={(event) => set('phone', event.target.value)}
        error={errorOf('phone')}
      />
      <PurposeField
        value={form.default_purpose}
        help={t('ProfileDefaultPurposeHelp')}
        onChange={(purpose) => set('default_purpose', purpose)}
        error={errorOf('default_purpose')}
      />
      {theirs ? (
        <ChangedMeanwhile
          changes={theirs}
          onTakeTheirs={() => {
            setBegan(typedOf(profile));
            rebase(formOf(profile));
            change.reset();
          }}
          onOverwrite={() => save(form)}
        />
      ) : (
        <FailureBanner failure={change.error} ownFields={FIELDS} onRetry={() => place.current?.requestSubmit()} />
      )}
      <div>
        <Button type="submit" look="primary" isBusy={change.isPending} disabled={!isChanged}>
          {change.isPending ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}
