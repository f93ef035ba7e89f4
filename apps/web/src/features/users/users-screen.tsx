import type { UserRow } from '@spora/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ageText, useNow } from '../../lib/age.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { usersQuery, useTwoFactorSwitch } from './queries.ts';
import styles from './users-screen.module.css';

/** A link to one's own profile; the router makes it. */
type RenderLink = (text: string) => ReactNode;

/** The members of the account, each with their second factor (TFA-020). Further parts of Account take their place below. */
export function UsersScreen(props: { renderProfileLink: RenderLink }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { data, error, refetch, isFetching } = useQuery(usersQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <h2>{t('UsersTitle')}</h2>
        {data && <span className={styles['soft']}>{t('UsersCount', { count: data.user.length })}</span>}
      </div>
      {data ? (
        <UsersTable rows={data.user} renderProfileLink={props.renderProfileLink} />
      ) : error && !isFetching ? (
        <EmptyState
          icon="alert"
          isAlert
          title={t('CouldNotLoad')}
          action={
            <Button look="primary" onClick={() => void refetch()}>
              {t('Retry')}
            </Button>
          }
        >
          {errors.text(error)}
        </EmptyState>
      ) : (
        <AfterAWhile>
          <div className={styles['skeleton']} aria-busy="true">
            {Array.from({ length: 4 }, (_, index) => (
              <Skeleton key={index} height={52} />
            ))}
          </div>
        </AfterAWhile>
      )}
    </div>
  );
}

function UsersTable(props: { rows: readonly UserRow[]; renderProfileLink: RenderLink }): ReactNode {
  const t = useT();
  return (
    <table className={styles['table']} aria-label={t('UsersTitle')}>
      <thead>
        <tr>
          <th scope="col">{t('UserName')}</th>
          <th scope="col">{t('EmailAddress')}</th>
          <th scope="col">{t('UserRole')}</th>
          <th scope="col">{t('UserLastSeen')}</th>
          <th scope="col">{t('UserTwoFactor')}</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <UserLine key={row.id} row={row} renderProfileLink={props.renderProfileLink} />
        ))}
      </tbody>
    </table>
  );
}

function UserLine(props: { row: UserRow; renderProfileLink: RenderLink }): ReactNode {
  const { row } = props;
  const t = useT();
  const isSelf = useUser().ID === row.id;
  return (
    <tr data-disabled={row.is_disabled}>
      <th scope="row">
        {row.full_name}
        {isSelf && <span className={styles['badge']}>{t('UserYou')}</span>}
        {row.is_disabled && <span className={styles['badge']}>{t('UserDisabled')}</span>}
      </th>
      <td className={styles['email']}>{row.email}</td>
      <td>{row.is_admin ? t('UserAdmin') : t('UserMember')}</td>
      <td data-label={t('UserLastSeen')}>
        <LastSeen at={row.last_seen_at} />
      </td>
      <td data-label={t('UserTwoFactor')}>
        {isSelf ? (
          <OwnTwoFactor isOn={row.two_factor} renderProfileLink={props.renderProfileLink} />
        ) : (
          <TwoFactorSwitch row={row} />
        )}
      </td>
    </tr>
  );
}

function LastSeen(props: { at: string | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (props.at === null) return <span className={styles['soft']}>{t('UserNeverSeen')}</span>;
  return (
    <time dateTime={props.at} title={format.dateTime(props.at)}>
      {ageText(props.at, now, t)}
    </time>
  );
}

/** One's own asks for the password, on the profile page. */
function OwnTwoFactor(props: { isOn: boolean; renderProfileLink: RenderLink }): ReactNode {
  const t = useT();
  return (
    <span className={styles['own']}>
      {props.isOn ? t('UserTwoFactorOn') : t('UserTwoFactorOff')}
      {props.renderProfileLink(t('UserInProfile'))}
    </span>
  );
}

function TwoFactorSwitch(props: { row: UserRow }): ReactNode {
  const { row } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const change = useTwoFactorSwitch();
  const set = (enabled: boolean): void =>
    change.mutate(
      { row, enabled },
      {
        onSuccess: () =>
          toasts.show({
            text: enabled
              ? t('UserTwoFactorSwitchedOn', { name: row.full_name })
              : t('UserTwoFactorSwitchedOff', { name: row.full_name }),
            action: { label: t('Undo'), run: () => set(!enabled) },
          }),
        onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
      },
    );
  return (
    <Switch
      label={t('UserTwoFactorOf', { name: row.full_name })}
      isLabelHidden
      isOn={row.two_factor}
      isDisabled={change.isPending}
      onChange={set}
    />
  );
}
