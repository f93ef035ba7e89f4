import type { AssignableUnit } from '@spora/contract/alarms/receivers';
import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';

export const receiversQuery = (send: Send) => endpointQuery(send, 'alarms.receivers', {});
/** What receivers are told of: a unit, or a Bluetooth sensor, by its number. */
export interface AlarmDevice {
  readonly device: 'gps' | 'ble';
  readonly id: number;
}
export const unitReceiversQuery = (send: Send, unitId: number) =>
  endpointQuery(send, 'alarms.unit-receivers', { params: { deviceId: unitId } });
export const sensorReceiversQuery = (send: Send, sensorId: number) =>
  endpointQuery(send, 'alarms.sensor-receivers', { params: { deviceId: sensorId } });
/** Asked for each time the dialog opens, and not while it is open: units come and go, and what was chosen stays. */
export const receiverUnitsQuery = (send: Send, receiverId: number) => ({
  ...endpointQuery(send, 'alarms.receiver-units', { body: { receiverId } }),
  staleTime: Infinity,
  gcTime: 0,
});
export const messagesQuery = (send: Send, id: number) => ({
  ...endpointQuery(send, 'alarms.receiver-messages', { params: { id }, query: {} }),
  staleTime: 0,
});
export const usersQuery = (send: Send) => endpointQuery(send, 'users.list', { query: { limit: -1 } });

const SHOWING_RECEIVERS = [
  ...['alarms.receivers', 'alarms.unit-receivers', 'alarms.sensor-receivers'],
  ...['alarms.untold', 'accounts.guide', 'today.get', 'modes.get'],
];

/** The list of the account has what was switched at once. */
const SHOWING_TOGGLED = SHOWING_RECEIVERS.filter((id) => id !== 'alarms.receivers');

/** A write about receivers, after which what is shown of them is asked for again; also after a refusal, which may be why. */
export function useReceiverWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => Promise.all(SHOWING_RECEIVERS.map((id) => client.invalidateQueries({ queryKey: [id] }))),
  });
}

type AlarmType = InputOf<'alarms.toggle-receiver'>['body']['type'];

/** ALARM-007, ALARM-008: what is switched is shown at once, and stays only if it was saved. */
export function useToggle() {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { receiverId: number; type: AlarmType; isOn: boolean }) =>
      call(send, 'alarms.toggle-receiver', {
        body: { receiverId: input.receiverId, type: input.type, state: input.isOn ? 1 : 0 },
      }),
    onSuccess: (_nothing, { receiverId, type, isOn }) => {
      client.setQueryData(
        receiversQuery(send).queryKey,
        (list: DataOf<'alarms.receivers'> | undefined) =>
          list && {
            ...list,
            alarmReceivers: list.alarmReceivers.map((receiver) =>
              receiver.id === receiverId ? { ...receiver, [`${type}_alarm`]: isOn ? 1 : 0 } : receiver,
            ),
          },
      );
    },
    onSettled: () => Promise.all(SHOWING_TOGGLED.map((id) => client.invalidateQueries({ queryKey: [id] }))),
  });
}

export const saveReceiver = (send: Send, body: InputOf<'alarms.save-receiver'>['body']) =>
  call(send, 'alarms.save-receiver', { body });
/** So few units a new receiver is told of all of them, and nobody has to choose. */
export const FEW_UNITS = 5;
/** A new receiver, told of the units chosen, or with `all` of all; of none that is locked. Answers which these are. */
export async function saveNewReceiver(
  send: Send,
  { of, ...body }: InputOf<'alarms.save-receiver'>['body'] & { of: 'all' | readonly number[] },
): Promise<{ id: number; units: readonly string[] }> {
  const { id } = await saveReceiver(send, body);
  if (of.length === 0) return { id, units: [] };
  const { gps } = await call(send, 'alarms.receiver-units', { body: { receiverId: id } });
  const free = gps.filter(({ ID, isLocked }) => !isLocked && (of === 'all' || of.includes(ID)));
  if (free.length > 0) await assignUnits(send, { receiverId: id, unitIds: free.map(({ ID }) => ID), sensorIds: [] });
  return { id, units: free.map(({ Name }) => Name) };
}
export const removeReceiver = (send: Send, id: number) => call(send, 'alarms.remove-receiver', { params: { id } });
export const assignUnits = (
  send: Send,
  input: { receiverId: number; unitIds: readonly number[]; sensorIds: readonly number[] },
) =>
  call(send, 'alarms.assign-units', {
    body: {
      receiver_id: input.receiverId,
      terminals: [
        ...input.unitIds.map((terminal_id) => ({ terminal_id, device_type: 'gps' as const })),
        ...input.sensorIds.map((terminal_id) => ({ terminal_id, device_type: 'ble' as const })),
      ],
    },
  });
interface TellMeInput {
  readonly me: { readonly ID: number; readonly FullName: string; readonly Email: string };
  readonly isFor: (unit: AssignableUnit) => boolean;
  /** Kept with the receiver; null leaves what it has. */
  readonly number?: { readonly country_code: string; readonly phone: string } | null;
}
/**
 * Makes whoever is signed in a receiver of the security alarms of these units, by e-mail and with a number by text message too: their own
 * receiver where there is one, which keeps what it has. Answers with the address.
 */
export async function tellMe(send: Send, { me, isFor, number = null }: TellMeInput): Promise<string> {
  const { alarmReceivers } = await call(send, 'alarms.receivers', {});
  const mine = alarmReceivers.find(({ member_id }) => member_id === me.ID);
  const email = mine?.email || me.Email;
  const changed = { name: mine?.name ?? me.FullName, email, security_alarm: 1 as const, ...number };
  const { id } = await saveReceiver(send, mine ? { ...changed, id: mine.id } : { ...changed, member_id: me.ID });
  const { gps, ble } = await call(send, 'alarms.receiver-units', { body: { receiverId: id } });
  await assignUnits(send, {
    receiverId: id,
    unitIds: gps.filter((unit) => unit.IsSelected || isFor(unit)).map(({ ID }) => ID),
    sensorIds: ble.filter(({ IsSelected }) => IsSelected).map((sensor) => sensor.id),
  });
  return email;
}

interface ReceiverOf {
  readonly receiverId: number;
  readonly of: AlarmDevice;
}
export const addToDevice = (send: Send, { receiverId, of }: ReceiverOf) =>
  of.device === 'gps'
    ? call(send, 'alarms.add-unit-receiver', { params: { id: receiverId, unitId: of.id } })
    : call(send, 'alarms.add-sensor-receiver', { params: { id: receiverId, deviceId: of.id } });
export const removeFromDevice = (send: Send, { receiverId, of }: ReceiverOf) =>
  of.device === 'gps'
    ? call(send, 'alarms.remove-unit-receiver', { params: { id: receiverId, unitId: of.id } })
    : call(send, 'alarms.remove-sensor-receiver', { params: { id: receiverId, deviceId: of.id } });
export const sendTest = (send: Send, input: { id: number; channel: 'email' | 'sms' | 'push' }) =>
  call(send, 'alarms.test-receiver', { params: { id: input.id }, body: { channel: input.channel } });
