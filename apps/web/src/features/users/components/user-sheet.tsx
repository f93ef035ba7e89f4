import type { User } from '@spora/contract/users/endpoints';
import type { Translate } from '@spora/messages/translate';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../../ui/loaded.tsx';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { type DraftForm, useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, Sheet } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { DriverFacts } from '../../drivers/public/driver-facts.tsx';
import { namesFaults } from '../model.ts';
import { inviteUser, saveUser, userQuery, useUserWrite } from '../queries.ts';
import { accessChangesOf, changesOf, draftOf, isDirtyDraft, newDraft, USER_FORM_FIELDS, type UserDraft } from '../user-draft.ts';
import { useSaveAccess } from '../use-save-access.ts';
import { UserPendingEmail } from './pending-email.tsx';
import { UserActions } from './user-actions.tsx';
import { UserFields } from './user-form.tsx';
import { TwoFactorSwitch } from './users-table.tsx';
import { WhatTheySee } from './what-they-see.tsx';
import styles from './user-sheet.module.css';

/** Who is new gets an invitation by mail; a password is never set for somebody else. */
export function InviteSheet(props: { onClose: () => void; onOpen: (id: number) => void }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const toasts = useToasts();
  const write = useUserWrite((send, after: UserDraft) => inviteUser(send, after));
  const draft = useDraftForm({
    first: newDraft(language),
    faultsOf: namesFaults,
    write,
    send: (form) =>
      write.mutate(form, {
        onSuccess: (user) => {
          toasts.show({
            text: t('InvitationSent', { email: user.email }),
            action: { label: t('UserShow'), run: () => props.onOpen(user.id) },
          });
          props.onClose();
        },
      }),
  });
  const close = useCarefulClose(!write.isSuccess && isDirtyDraft(draft.first, draft.form), props.onClose);
  return (
    <Sheet title={t('InviteUser')} closeLabel={t('Close')} isOpen onClose={close}>
      <UserForm
        title={t('InviteUser')}
        draft={draft}
        userId={null}
        mayChangeAdmin
        error={write.error}
        isBusy={write.isPending}
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
  const write = useUserWrite((send, { after, isOver }: { after: UserDraft; isOver: boolean }) =>
    saveUser(send, { id: user.id, before: draft.first, after, was: isOver ? null : opened }),
  );
  const access = useSaveAccess();
  const isSelf = useUser().ID === user.id;
  const names = useUserFieldNames();
  const draft: DraftForm<UserDraft> = useDraftForm({
    first: draftOf(user),
    faultsOf: namesFaults,
    write,
    // One press in a form of names and numbers would open the whole account.
    send: (form) => (form.is_admin && !draft.first.is_admin ? setAsking(true) : save(form)),
  });
  const [isAsking, setAsking] = useState(false);
  const isDirty = isDirtyDraft(draft.first, draft.form);
  const close = useCarefulClose(!write.isSuccess && isDirty, props.onClose);
  const save = (form: UserDraft, isOver = false): void => {
    setAsking(false);
    if (!isDirty) return props.onClose();
    write.mutate(
      { after: form, isOver },
      {
        onSuccess: (answer) => {
          const text = savedText(draft.first, form, t);
          const pairs = accessChangesOf(user.id, draft.first.unit_ids, form.unit_ids);
          // The way back is offered where it takes back all that was saved.
          const isAll = Object.keys(changesOf(draft.first, form)).length === 0;
          if (answer) access.tell(answer, isAll ? pairs : undefined, text);
          else toasts.show({ text });
          props.onClose();
        },
      },
    );
  };
  const takeTheirs = (): void => {
    setOpened(user);
    draft.rebase(draftOf(user));
    write.reset();
  };
  const meanwhile = (): ReactNode => (
    <ChangedMeanwhile
      changes={differences<UserDraft>(draft.first, draftOf(user)).map((field) => ({
        label: names[field],
        value: String(draftOf(user)[field]),
      }))}
      onTakeTheirs={takeTheirs}
      onOverwrite={() => save(draft.form, true)}
    />
  );
  return (
    <Sheet title={user.full_name} closeLabel={t('Close')} isOpen onClose={close}>
      <UserActions user={user} onGone={props.onGone} />
      <WhatTheySee draft={draft.form} isDisabled={user.is_disabled} />
      <DriverFacts userId={user.id} />
      {!isSelf && (
        <div className={styles['code']}>
          <TwoFactorSwitch row={user} hasLabel />
        </div>
      )}
      {user.pending_email && <UserPendingEmail user={user} pending={user.pending_email} />}
      <UserForm
        title={t('EditUser')}
        draft={draft}
        userId={user.id}
        mayChangeAdmin={user.can.change_admin || !user.is_admin}
        error={write.error}
        isBusy={write.isPending}
        onCancel={close}
        saveLabel={t('Save')}
        meanwhile={isChangedMeanwhile(write.error) ? meanwhile() : null}
      />
      {isAsking && (
        <Dialog
          title={t('MakeAdminTitle', { name: nameOf(draft.form) })}
          closeLabel={t('Close')}
          isOpen
          onClose={() => setAsking(false)}
        >
          <div className={styles['dialog']}>
            <p>{t('UserAdminMayAll')}</p>
            <div className={styles['dialogEnds']}>
              <Button onClick={() => setAsking(false)}>{t('Cancel')}</Button>
              <Button look="primary" onClick={() => save(draft.form)}>
                {t('MakeAdminDo')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </Sheet>
  );
}

const nameOf = (form: Pick<UserDraft, 'first_name' | 'last_name'>): string => `${form.first_name} ${form.last_name}`.trim();

/** What became of it that is more than a name or a number. */
function savedText(before: UserDraft, after: UserDraft, t: Translate): string {
  const name = nameOf(after);
  if (after.is_admin !== before.is_admin) return t(after.is_admin ? 'UserNowAdmin' : 'UserNoLongerAdmin', { name });
  const isSame =
    new Set([...before.unit_ids, ...after.unit_ids]).size === before.unit_ids.length &&
    before.unit_ids.length === after.unit_ids.length;
  return after.is_admin || isSame ? t('UserSaved', { name }) : t('UserNowSees', { name, count: after.unit_ids.length });
}

function useUserFieldNames(): Readonly<Record<keyof UserDraft, string>> {
  const t = useT();
  return {
    first_name: t('FirstNameLabel'),
    last_name: t('LastNameLabel'),
    email: t('Email'),
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
  draft: DraftForm<UserDraft>;
  userId: number | null;
  mayChangeAdmin: boolean;
  error: Error | null;
  isBusy: boolean;
  onCancel: () => void;
  saveLabel: string;
  /** ERR-041: in place of what went wrong. */
  meanwhile?: ReactNode;
}): ReactNode {
  const { isBusy } = props;
  const { first, form, change, errorOf, submit, place } = props.draft;
  const taken = props.userId === null ? [] : accessChangesOf(props.userId, first.unit_ids, form.unit_ids).take;
  const t = useT();
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={props.title}>
      <UserFields
        draft={form}
        errorOf={errorOf}
        onChange={change}
        userId={props.userId}
        wasAdmin={props.draft.first.is_admin}
        mayChangeAdmin={props.mayChangeAdmin}
      />
      {props.userId === null && <WhatTheySee draft={form} />}
      {props.meanwhile ?? (
        <FailureBanner failure={props.error} ownFields={USER_FORM_FIELDS} onRetry={() => place.current?.requestSubmit()} />
      )}
      {taken.length > 0 && !form.is_admin && <BookingsLost losses={taken} isWarning />}
      <div className={styles['ends']}>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? t('Saving') : props.saveLabel}
        </Button>
      </div>
    </form>
  );
}
