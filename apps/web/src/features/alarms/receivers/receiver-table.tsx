import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { ReactNode } from 'react';
import { startBrand } from '../../../lib/brand.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SortHeading, Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { KindsHint } from './kinds-hint.tsx';
import { isToldNothing, phoneText, type ReceiverOrder } from './model.ts';
import { goesOnText, quietText } from './held-back.ts';
import { useToggle } from './queries.ts';
import styles from './receivers.module.css';

type What = 'edit' | 'units' | 'remove' | 'delivery';

/** ALARM-004 to 006; on phones each receiver is a card. */
export function ReceiverTable(props: {
  rows: readonly AlarmReceiver[];
  /** All of the account: an alarm goes on to one of them. */
  receivers: readonly AlarmReceiver[];
  order: ReceiverOrder;
  onSort: (order: ReceiverOrder) => void;
  onOpen: (what: What, receiver: AlarmReceiver) => void;
}): ReactNode {
  const { rows, order, onSort, onOpen } = props;
  const t = useT();
  const hasPhones = startBrand().capabilities.receiverPhoneColumn;
  return (
    <Table
      label={t('AlarmReceiver')}
      rowCount={rows.length}
      head={
        <>
          <SortHeading column="name" order={order} onSort={onSort}>
            {t('ReceiverColumn')}
          </SortHeading>
          <SortHeading column="email" order={order} onSort={onSort}>
            {t('Email')}
          </SortHeading>
          {hasPhones && (
            <SortHeading column="phone" order={order} onSort={onSort}>
              {t('PhoneNumber')}
            </SortHeading>
          )}
          <th scope="col">{t('ReceiverUnits')}</th>
          {(['security', 'function'] as const).map((type) => (
            <th scope="col" key={type}>
              <span className={styles['heading']}>
                {t(type === 'security' ? 'SecurityAlarms' : 'FunctionAlarms')}
                <KindsHint type={type} />
              </span>
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('ReceiverAction')}</span>
          </th>
        </>
      }
    >
      {rows.map((receiver) => (
        <tr key={receiver.id} className={styles['row']}>
          <th scope="row">
            <span className={styles['who']}>
              {receiver.name}
              <span className={styles['soft']}>
                {t('ReceiverUnitCount', { gps: receiver.total_units, ble: receiver.total_ble_units })}
                {receiver.only_unit !== null && `: ${receiver.only_unit}`}
              </span>
              <ReceiverStateBadge receiver={receiver} />
              {receiver.state === 'active' && receiver.total_units + receiver.total_ble_units === 0 && (
                <Badge tone="warning">{t('ReceiverNoUnits')}</Badge>
              )}
              {receiver.state === 'active' && isToldNothing(receiver) && <Badge tone="warning">{t('ReceiverNoKinds')}</Badge>}
            </span>
          </th>
          <td data-label={t('Email')} data-empty={receiver.email === ''} className={styles['mailCell']}>
            <span className={styles['who']}>
              <MailAddress>{receiver.email}</MailAddress>
              {receiver.is_address_refused && <Badge tone="warning">{t('ReceiverAddressRefused')}</Badge>}
            </span>
          </td>
          {hasPhones && (
            <td data-label={t('PhoneNumber')} data-empty={receiver.phone === ''} className={styles['phoneCell']}>
              <span className={styles['who']}>
                {phoneText(receiver)}
                {receiver.is_number_dead && <Badge tone="warning">{t('ReceiverNumberDead')}</Badge>}
              </span>
            </td>
          )}
          <td data-label={t('ReceiverUnits')} className={styles['unitsCell']}>
            <Button
              isSmall
              aria-label={t('ReceiverChooseUnitsOf', { name: receiver.name })}
              onClick={() => onOpen('units', receiver)}
            >
              {t('ReceiverChooseUnits')}
            </Button>
          </td>
          {(['security', 'function'] as const).map((type) => (
            <td
              key={type}
              data-label={t(type === 'security' ? 'SecurityAlarms' : 'FunctionAlarms')}
              className={styles['kindCell']}
            >
              <AlarmSwitch
                receiver={receiver}
                type={type}
                more={type === 'security' ? goesOnText(receiver, props.receivers, t) : quietText(receiver, t)}
              />
            </td>
          ))}
          <td className={styles['actionCell']}>
            <span className={styles['actions']}>
              {receiver.state === 'active' ? (
                <Button
                  isSmall
                  aria-label={t('ReceiverTestTo', { name: receiver.name })}
                  onClick={() => onOpen('delivery', receiver)}
                >
                  {t('ReceiverTest')}
                </Button>
              ) : (
                // Who is sent no alarm is sent no test; why stands with what was sent before.
                <Button
                  isSmall
                  aria-label={t('ReceiverWhyNotOf', { name: receiver.name })}
                  onClick={() => onOpen('delivery', receiver)}
                >
                  {t('ReceiverWhyNot')}
                </Button>
              )}
              <Button isSmall aria-label={t('ReceiverEditOf', { name: receiver.name })} onClick={() => onOpen('edit', receiver)}>
                {t('ReceiverEdit')}
              </Button>
              <ActionMenu
                label={t('ReceiverActionsOf', { name: receiver.name })}
                trigger={
                  <MenuButton label={t('ReceiverActionsOf', { name: receiver.name })} isIcon isSmall>
                    <Icon name="more" />
                  </MenuButton>
                }
                groups={[
                  {
                    choices: [
                      { id: 'delivery', label: t('ReceiverDelivery') },
                      { id: 'remove', label: t('ReceiverDelete') },
                    ],
                    onChoose: (id) => onOpen(id === 'remove' ? 'remove' : 'delivery', receiver),
                  },
                ]}
              />
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** An address that is broken behind its sign, where it has no room. */
function MailAddress({ children }: { children: string }): ReactNode {
  const [name = '', ...host] = children.split(/(?<=@)/);
  return (
    <span>
      {name}
      {host.length > 0 && (
        <>
          <wbr />
          {host}
        </>
      )}
    </span>
  );
}

/** Who is sent nothing, and why. */
export function ReceiverStateBadge({ receiver }: { receiver: AlarmReceiver }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { state, stopped_at: since } = receiver;
  if (state === 'active') return null;
  return (
    <Badge tone="warning">
      <Unbroken>
        {since === null ? t(`ReceiverState-${state}`) : t('ReceiverStoppedSince', { time: format.dateTime(since) })}
      </Unbroken>
    </Badge>
  );
}

/** ALARM-007, ALARM-008: saved at once; a failure flips it back and says why. Below it what else is so of these alarms while they are sent. */
export function AlarmSwitch(props: { receiver: AlarmReceiver; type: 'security' | 'function'; more: string | null }): ReactNode {
  const { receiver, type, more } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const toggle = useToggle();
  const saved = (type === 'security' ? receiver.security_alarm : receiver.function_alarm) === 1;
  const isOn = toggle.isPending ? toggle.variables.isOn : saved;
  return (
    <span className={styles['who']}>
      <Switch
        label={t(type === 'security' ? 'ReceiverSecurityTo' : 'ReceiverFunctionTo', { name: receiver.name })}
        isLabelHidden
        isOn={isOn}
        isWrite
        isDisabled={toggle.isPending}
        onChange={(next) =>
          toggle.mutate(
            { receiverId: receiver.id, type, isOn: next },
            { onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }) },
          )
        }
      />
      {isOn && receiver.state !== 'active' && <span className={styles['soft']}>{t('ReceiverNotSent')}</span>}
      {isOn && receiver.state === 'active' && more !== null && (
        <span className={styles['soft']}>
          <Unbroken>{more}</Unbroken>
        </span>
      )}
    </span>
  );
}

/** A small cross that takes somebody off a list. */
export function TakeOffButton(props: { label: string; isBusy: boolean; onClick: () => void }): ReactNode {
  return <IconButton icon="close" isSmall label={props.label} disabled={props.isBusy} onClick={props.onClick} />;
}
