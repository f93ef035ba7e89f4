import { phoneText } from '../../../lib/phone-text.ts';
import type { UserRow } from '@spora/contract/users/endpoints';
import { useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { ageText, useNow } from '../../../lib/age.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SortHeading, Table, TableGap } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';

import { useTwoFactorSwitch } from '../queries.ts';
import type { UserColumn, UserOrder } from '../public/users-search.ts';
import styles from '../users-screen.module.css';
import { StatusBadge } from './status-badge.tsx';

const ROW_PX = 57;
const COLUMNS = 7;

interface Columns {
  /** Whether anybody of the account is in a department: else there is no column of it. */
  readonly hasDepartments: boolean;
}

export function UsersTable(
  props: Columns & {
    rows: readonly UserRow[];
    order: UserOrder;
    onSort: (order: UserOrder) => void;
    onOpen: (id: number) => void;
  },
): ReactNode {
  const { rows, order, onSort, hasDepartments } = props;
  const columns = hasDepartments ? COLUMNS : COLUMNS - 1;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  const heading = (column: UserColumn, text: string, isNumber = false): ReactNode => (
    <SortHeading column={column} order={order} onSort={onSort} isNumber={isNumber}>
      {text}
    </SortHeading>
  );
  return (
    <div ref={place}>
      <Table
        label={t('UsersTitle')}
        rowCount={rows.length}
        head={
          <>
            {heading('name', t('UserName'))}
            {heading('role', t('UserRole'))}
            {hasDepartments && heading('department', t('Department'))}
            {heading('units', t('UserUnits'), true)}
            {heading('seen', t('UserLastSeen'))}
            {heading('status', t('UserStatus'))}
            <th scope="col">{t('UserTwoFactor')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={columns} />
        {shown.indexes.map((index) => {
          const row = rows[index];
          return row && <UserLine key={row.id} {...props} row={row} index={index} measure={shown.measure} />;
        })}
        <TableGap height={shown.after} columns={columns} />
      </Table>
    </div>
  );
}

function UserLine(
  props: Columns & {
    row: UserRow;
    index: number;
    measure: (row: Element | null) => void;
    onOpen: (id: number) => void;
  },
): ReactNode {
  const { row, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const isSelf = useUser().ID === row.id;
  return (
    <tr
      className={styles['user']}
      ref={props.measure}
      data-index={props.index}
      aria-rowindex={props.index + 2}
      data-disabled={row.is_disabled}
    >
      <th scope="row">
        <button type="button" className={styles['open']} onClick={() => onOpen(row.id)}>
          {row.full_name}
        </button>
        {isSelf && (
          <>
            {' '}
            <Badge>{t('UserYou')}</Badge>
          </>
        )}
        <span className={styles['contact']}>
          <span>{row.email}</span>
          {row.phone && <span>{phoneText(row.phone)}</span>}
        </span>
      </th>
      <td className={styles['role']}>{row.is_admin ? t('UserAdmin') : t('UserMember')}</td>
      {props.hasDepartments && (row.department ? <td className={styles['wideOnly']}>{row.department}</td> : <td />)}
      <td className={styles['wideOnly']} data-kind="number">
        {row.is_admin ? t('UserAllUnits') : format.number(row.units)}
      </td>
      <td className={styles['wideOnly']}>
        <LastSeen at={row.last_seen_at} />
      </td>
      <td className={styles['status']}>
        <StatusBadge status={row.status} />
        {row.pending_email && (
          <>
            {' '}
            <Badge tone="warning">{t('UserEmailWaits')}</Badge>
          </>
        )}
      </td>
      <td className={styles['wideOnly']}>
        {isSelf ? <OwnTwoFactor isOn={row.two_factor} /> : <TwoFactorSwitch row={row} />}
        {row.has_strong_factor && <span className={styles['strong']}>{t('UserStrongFactor')}</span>}
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
function OwnTwoFactor(props: { isOn: boolean }): ReactNode {
  const t = useT();
  return (
    <span className={styles['own']}>
      {props.isOn ? t('UserTwoFactorOn') : t('UserTwoFactorOff')}
      <PageLink to={ADDRESSES.profile}>{t('UserInProfile')}</PageLink>
    </span>
  );
}

/** In the list under its heading; `hasLabel` where nothing else says what it is. */
export function TwoFactorSwitch(props: { row: UserRow; hasLabel?: boolean }): ReactNode {
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
      label={props.hasLabel ? t('UserTwoFactor') : t('UserTwoFactorOf', { name: row.full_name })}
      isLabelHidden={!props.hasLabel}
      isOn={row.two_factor}
      isWrite
      isDisabled={change.isPending}
      onChange={set}
    />
  );
}
