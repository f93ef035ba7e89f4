import type { UserRow } from '@spora/contract/users/endpoints';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { listText } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu, type MenuChoice } from '../../../ui/menu.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useExportPersonData } from '../public/export-data.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { ResetFactorsDialog } from '../../second-factor/public/reset-dialog.tsx';
import { dependentsQuery, useUserWrite } from '../queries.ts';
import { StatusBadge } from './status-badge.tsx';
import styles from './user-sheet.module.css';

/** Where a user stands, and what the server says may be done about it. */
export function UserActions(props: { user: UserRow; onGone: () => void }): ReactNode {
  const { user } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const selfId = useUser().ID;
  const [isRemoving, setRemoving] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const [losing, setLosing] = useState<number | null>(null);
  const send = useSend();
  const resend = useUserWrite((send, id: number) => call(send, 'users.resend-invitation', { params: { id } }));
  const disable = useUserWrite((send, is_disabled: boolean) =>
    call(send, 'users.update', { params: { id: user.id }, body: { is_disabled } }),
  );
  const onError = (error: Error): void => void toasts.show({ text: errors.text(error), tone: 'danger' });
  const setDisabled = (isDisabled: boolean): void =>
    disable.mutate(isDisabled, {
      onSuccess: () =>
        toasts.show({
          text: isDisabled ? t('UserIsDisabled', { name: user.full_name }) : t('UserIsEnabled', { name: user.full_name }),
          action: { label: t('Undo'), run: () => setDisabled(!isDisabled) },
        }),
      onError,
    });
  // What Undo does not bring back is asked about first.
  const dependents = useMutation({ mutationFn: () => call(send, 'users.dependents', { params: { id: user.id } }) });
  const askToDisable = (): void =>
    dependents.mutate(undefined, {
      onSuccess: ({ bookings }) => (bookings > 0 ? setLosing(bookings) : setDisabled(true)),
      onError,
    });
  const sendAgain = (): void =>
    resend.mutate(user.id, {
      onSuccess: () => toasts.show({ text: t('InvitationSent', { email: user.email }) }),
      onError,
    });
  const file = useExportPersonData(user.id);
  // One thing at a time stands in the open: the invitation of who has not come yet, the switch of who has.
  const mayDisable = !user.is_disabled && user.can.disable;
  const isUsualToDisable = mayDisable && user.status !== 'invited';
  const choices: MenuChoice[] = [
    ...(mayDisable && !isUsualToDisable ? [{ id: 'disable', label: t('DisableUser') }] : []),
    { id: 'export', label: t('ExportPerson'), icon: 'download' },
    ...(user.id !== selfId && user.status === 'active' ? [{ id: 'end', label: t('EndSessionsOf') }] : []),
    ...(user.has_strong_factor && user.can.reset_factor ? [{ id: 'reset', label: t('ResetFactor') }] : []),
  ];
  const actions: Readonly<Record<string, () => void>> = {
    disable: askToDisable,
    export: file.run,
    end: () => setEnding(true),
    reset: () => setResetting(true),
  };
  return (
    <div className={styles['state']}>
      <span className={styles['stateText']}>
        <StatusBadge status={user.status} />
        {user.status === 'invited' && t('UserInvitedText')}
        {user.status === 'disabled' && t('UserDisabledText')}
      </span>
      <span className={styles['stateActs']}>
        {user.status === 'invited' && (
          <Button isSmall icon="mail" isBusy={resend.isPending} onClick={sendAgain}>
            {t('ResendInvitation')}
          </Button>
        )}
        {user.is_disabled && user.can.edit && (
          <Button isSmall isBusy={disable.isPending} onClick={() => setDisabled(false)}>
            {t('EnableUser')}
          </Button>
        )}
        {isUsualToDisable && (
          <Button isSmall isBusy={disable.isPending || dependents.isPending} onClick={askToDisable}>
            {t('DisableUser')}
          </Button>
        )}
        <ActionMenu
          label={t('UserMoreActions')}
          trigger={
            <MenuButton label={t('UserMoreActions')} isIcon isSmall isWrite isBusy={file.isBusy}>
              <Icon name="more" />
            </MenuButton>
          }
          groups={[
            { choices, onChoose: (id) => actions[id]?.() },
            ...(user.can.remove
              ? [
                  {
                    choices: [{ id: 'remove', label: t('RemoveUser'), isDangerous: true }],
                    onChoose: () => setRemoving(true),
                  },
                ]
              : []),
          ]}
        />
      </span>
      {isEnding && <EndSessionsDialog user={user} onClose={() => setEnding(false)} />}
      {losing !== null && (
        <DisableDialog
          user={user}
          bookings={losing}
          onClose={() => setLosing(null)}
          onDisable={() => {
            setLosing(null);
            setDisabled(true);
          }}
        />
      )}
      {isResetting && <ResetFactorsDialog user={user} onClose={() => setResetting(false)} />}
      {isRemoving && <RemoveDialog user={user} onClose={() => setRemoving(false)} onGone={props.onGone} />}
    </div>
  );
}

/** ADM-011: what becomes of bookings is said beforehand. */
function DisableDialog(props: { user: UserRow; bookings: number; onClose: () => void; onDisable: () => void }): ReactNode {
  const { user } = props;
  const t = useT();
  return (
    <Dialog title={t('DisableUserTitle', { name: user.full_name })} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['dialog']}>
        <p>{t('DisableUserBookings', { count: props.bookings })}</p>
        <div className={styles['dialogEnds']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button look="danger" onClick={props.onDisable}>
            {t('DisableUser')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Asked first: the person may be in the middle of something. */
function EndSessionsDialog(props: { user: UserRow; onClose: () => void }): ReactNode {
  const { user, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const end = useUserWrite((send, id: number) => call(send, 'users.end-sessions', { params: { id } }));
  const save = (): void =>
    end.mutate(user.id, {
      onSuccess: ({ ended }) => {
        toasts.show({ text: t('EndSessionsDone', { name: user.full_name, count: ended }) });
        onClose();
      },
    });
  return (
    <Dialog title={t('EndSessionsTitle', { name: user.full_name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p>{t('EndSessionsText', { name: user.full_name })}</p>
        <FailureBanner failure={end.error} onRetry={save} />
        <div className={styles['dialogEnds']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={end.isPending} onClick={save}>
            {t('EndSessionsOf')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** ADM-011, LOCK-011: what depends on somebody is told before they are removed. */
function RemoveDialog(props: { user: UserRow; onClose: () => void; onGone: () => void }): ReactNode {
  const { user, onClose } = props;
  const t = useT();
  const { language } = useLanguage();
  const errors = useErrorText();
  const toasts = useToasts();
  const { data, error } = useQuery(dependentsQuery(useSend(), user.id));
  const remove = useUserWrite((send, id: number) => call(send, 'users.remove', { params: { id } }));
  const save = (): void =>
    remove.mutate(user.id, {
      onSuccess: () => {
        toasts.show({ text: t('UserIsRemoved', { name: user.full_name }) });
        props.onGone();
      },
    });
  return (
    <Dialog title={t('RemoveUserTitle', { name: user.full_name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        {error && <Banner tone="danger">{errors.text(error)}</Banner>}
        {!data && !error && <Skeleton height={72} />}
        {data && (
          <ul className={styles['list']}>
            <li>{t('RemoveUserTrips', { count: data.trips })}</li>
            {data.sessions > 0 && <li>{t('RemoveUserSessions', { count: data.sessions })}</li>}
            {data.bookings > 0 && <li>{t('RemoveUserBookings', { count: data.bookings })}</li>}
            {data.alarm_units > 0 && <li>{t('RemoveUserAlarms', { count: data.alarm_units })}</li>}
            <li>{t('RemoveUserEmail', { email: user.email })}</li>
          </ul>
        )}
        {data && data.driven_units.length > 0 && (
          <Banner tone="warning">{t('RemoveUserDrives', { units: listText(data.driven_units, language) })}</Banner>
        )}
        {data && data.locked_units.length > 0 && (
          <Banner tone="warning">{t('RemoveUserLocked', { units: data.locked_units.join(', ') })}</Banner>
        )}
        <p className={styles['soft']}>{t('RemoveUserFinal')}</p>
        <FailureBanner failure={remove.error} onRetry={save} />
        <div className={styles['dialogEnds']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={remove.isPending} disabled={!data} onClick={save}>
            {t('RemoveUserNamed', { name: user.full_name })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
