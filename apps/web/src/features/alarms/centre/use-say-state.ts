import type { Alarm, AlarmState } from '@spora/contract/alarms/centre';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { askAlarmsAgain, useAlarmState } from './queries.ts';

type Said = Pick<Alarm, 'id' | 'state'>;
interface More {
  readonly note?: string;
  /** How many they are called, where what came again is not counted. */
  readonly count?: number;
  readonly onDone?: () => void;
}

/** Says of alarms that they are seen or handled, tells so, and offers the way back to what each of them was. */
export function useSayState() {
  const t = useT();
  const toasts = useToasts();
  const write = useAlarmState();
  const back = useSayBack();
  const say = (alarms: readonly Said[], state: AlarmState, more: More = {}): void => {
    const count = more.count ?? alarms.length;

    write.mutate(
      { ids: alarms.map(({ id }) => id), state, ...(more.note === undefined ? {} : { note: more.note }) },
      {
        onSuccess: () => {
          const isReopened = state !== 'handled' && alarms.every((alarm) => alarm.state === 'handled');
          toasts.show({
            text: isReopened ? t('AlarmSaidReopened') : t(`AlarmSaid-${state}`, { count }),
            action: { label: t('Undo'), run: () => back.mutate({ alarms, count }) },
          });
          more.onDone?.();
        },
      },
    );
  };
  return { write, say };
}

/** Each alarm is again what it was. */
function useSayBack() {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ alarms }: { alarms: readonly Said[]; count: number }) => {
      for (const [state, those] of Map.groupBy(alarms, (alarm) => alarm.state))
        await call(send, 'alarms.set-state', { body: { ids: those.map(({ id }) => id), state } });
    },
    onSuccess: (_nothing, { count }) => toasts.show({ text: t('AlarmSaidUndone', { count }) }),
    onError: (error) => toasts.show({ tone: 'danger', text: errors.text(error) }),
    onSettled: () => askAlarmsAgain(client),
  });
}
