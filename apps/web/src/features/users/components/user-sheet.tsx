import type { User } from '@spora/contract/users/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { inviteUser, saveUser, userQuery, useUserWrite } from '../queries.ts';
import { draftOf, isDirtyDraft, newDraft, type UserDraft } from '../user-draft.ts';
import { UserPendingEmail } from './pending-email.tsx';
import { UserActions } from './user-actions.tsx';
import { USER_FORM_FIELDS, UserFields } from './user-form.tsx';
import styles from './user-sheet.module.css';

/** Who is new gets an invitation by mail; a password is never set for somebody else. */
export function InviteSheet(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const toasts = useToasts();
  const [before] = useState(() => newDraft(language));
  const [draft, setDraft] = useState(before);
  const write = useUserWrite((send, after: UserDraft) => inviteUser(send, after));
  const close = useCarefulClose(!write.isSuccess && isDirtyDraft(before, draft), props.onClose);
  const save = (): void =>
    write.mutate(draft, {
      onSuccess: (user) => {
        toasts.show({ text: t('InvitationSent', { email: user.email }) });
        props.onClose();
      },
    });
  return (
    <Sheet title={t('InviteUser')} closeLabel={t('Close')} isOpen onClose={close}>
      <UserForm
        title={t('InviteUser')}
        draft={draft}
        userId={null}
        mayChangeAdmin
        onChange={(patch) => setDraft({ ...draft, ...patch })}
        error={write.error}
        isBusy={write.isPending}
        onSave={() => save()}
        onCancel={close}
        saveLabel={t('SendInvitation')}
      />
    </Sheet>
  );
}

/** A user of the list, opened. */
export function EditSheet(props: { id: number; onClose: () => void; onGone: () => void }): ReactNode {
  const t = useT();
  const query = useQuery(userQuery(useSend(), props.id));
  if (query.data) return <UserEditor key={query.data.id} user={query.data} onClose={props.onClose} onGone={props.onGone} />;
  return (
    <Sheet title={t('EditUser')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <NotLoaded query={query} heights={rowsOf(56, 5)} className={styles['form']} />
    </Sheet>
  );
}

function UserEditor(props: { user: User; onClose: () => void; onGone: () => void }): ReactNode {
  const { user } = props;
  const t = useT();
  const toasts = useToasts();
  // What the form was opened with; a refreshed user must not overrule what is being typed.
  const [opened, setOpened] = useState(user);
  const before = useMemo(() => draftOf(opened), [opened]);
  const [draft, setDraft] = useState(before);
  const write = useUserWrite((send, { after, isOver }: { after: UserDraft; isOver: boolean }) =>
    saveUser(send, { id: user.id, before, after, was: isOver ? null : opened }),
  );
  const names = useUserFieldNames();
  const isDirty = isDirtyDraft(before, draft);
  const close = useCarefulClose(!write.isSuccess && isDirty, props.onClose);
  const save = (isOver = false): void => {
    if (!isDirty) return props.onClose();
    write.mutate(
      { after: draft, isOver },
      {
        onSuccess: (refused) => {
          toasts.show(
            refused.length > 0
              ? { text: t('AccessKept', { count: refused.length }), tone: 'danger' }
              : { text: t('UserSaved', { name: `${draft.first_name} ${draft.last_name}`.trim() }) },
          );
          props.onClose();
        },
      },
    );
  };
  const takeTheirs = (): void => {
    setOpened(user);
    setDraft(draftOf(user));
    write.reset();
  };
  const meanwhile = (): ReactNode => (
    <ChangedMeanwhile
      changes={differences<UserDraft>(before, draftOf(user)).map((field) => ({
        label: names[field],
        value: String(draftOf(user)[field]),
      }))}
      onTakeTheirs={takeTheirs}
      onOverwrite={() => save(true)}
    />
  );
  return (
    <Sheet title={user.full_name} closeLabel={t('Close')} isOpen onClose={close}>
      <UserActions user={user} onGone={props.onGone} />
      {user.pending_email && <UserPendingEmail user={user} pending={user.pending_email} />}
      <UserForm
        title={t('EditUser')}
        draft={draft}
        userId={user.id}
        mayChangeAdmin={user.can.change_admin || !user.is_admin}
        onChange={(patch) => setDraft({ ...draft, ...patch })}
        error={write.error}
        isBusy={write.isPending}
        onSave={() => save()}
        onCancel={close}
        saveLabel={t('Save')}
        meanwhile={isChangedMeanwhile(write.error) ? meanwhile() : null}
      />
    </Sheet>
  );
}

function useUserFieldNames(): Readonly<Record<keyof UserDraft, string>> {
  const t = useT();
  return {
    first_name: t('FirstNameLabel'),
    last_name: t('LastNameLabel'),
    email: t('EmailAddress'),
    phone: t('ProfilePhone'),
    is_admin: t('UserRole'),
    language: t('Language'),
    department: t('Department'),
    registration_id: t('UserRegistrationId'),
    street: t('StreetLabel'),
    postal_code: t('PostalCodeLabel'),
    city: t('CityLabel'),
    default_purpose: t('UserDefaultPurpose'),
    rights: t('UserRights'),
    unit_ids: t('MenuUnits'),
  };
}

function UserForm(props: {
  title: string;
  draft: UserDraft;
  userId: number | null;
  mayChangeAdmin: boolean;
  onChange: (patch: Partial<UserDraft>) => void;
  error: Error | null;
  isBusy: boolean;
  onSave: () => void;
  onCancel: () => void;
  saveLabel: string;
  /** ERR-041: in place of what went wrong. */
  meanwhile?: ReactNode;
}): ReactNode {
  const { isBusy, onSave } = props;
  const t = useT();
  const errors = useErrorText();
  const form = useFirstError<HTMLFormElement>(props.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSave();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate aria-label={props.title}>
      <UserFields
        draft={props.draft}
        errors={errors.fields(props.error)}
        onChange={props.onChange}
        userId={props.userId}
        mayChangeAdmin={props.mayChangeAdmin}
      />
      {props.meanwhile ?? <FailureBanner failure={props.error} ownFields={USER_FORM_FIELDS} onRetry={onSave} />}
      <div className={styles['ends']}>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? t('Saving') : props.saveLabel}
        </Button>
      </div>
    </form>
  );
}
