import type { AlarmReceiver, ReceiverMessage } from '@spora/contract/alarms/receivers';
import type { Translate } from '@spora/messages/translate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { messagesQuery, sendTest, useReceiverWrite } from './queries.ts';
import styles from './receivers.module.css';

/** While something is on its way, it is looked at again. */
const LOOK_AGAIN_MS = 3_000;
/** So soon after a text message left, the network may still report what became of it. */
const REPORTED_WITHIN_MS = 2 * 60_000;

/** ALARM-037: tests by each channel, and what became of what was sent. */
export function DeliverySheet(props: { receiver: AlarmReceiver; onClose: () => void }): ReactNode {
  const { receiver } = props;
  const t = useT();
  return (
    <Sheet title={t('ReceiverDeliveryOf', { name: receiver.name })} closeLabel={t('Close')} isOpen isWide onClose={props.onClose}>
      <div className={styles['form']}>
        <Tests receiver={receiver} />
        <Messages receiverId={receiver.id} />
      </div>
    </Sheet>
  );
}

function Tests({ receiver }: { receiver: AlarmReceiver }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const client = useQueryClient();
  const write = useReceiverWrite(sendTest);
  const channels = [
    ...(receiver.email === '' ? [] : (['email'] as const)),
    ...(receiver.phone === '' ? [] : (['sms'] as const)),
    // Where push is turned on in no browser there is nothing to test.
    ...(receiver.member?.push_id ? (['push'] as const) : []),
  ];
  const attempt = (channel: 'email' | 'sms' | 'push'): void =>
    write.mutate(
      { id: receiver.id, channel },
      {
        onSuccess: ({ state }) => toasts.show({ text: t(`ReceiverTested-${state === 'sending' ? 'sent' : 'not-sent'}`) }),
        onSettled: () => void client.invalidateQueries({ queryKey: ['alarms.receiver-messages'] }),
      },
    );
  return (
    <section className={styles['form']} aria-label={t('ReceiverTest')}>
      <p className={styles['soft']}>{testHelp(receiver, t)}</p>
      <div className={styles['tools']}>
        {channels.map((channel) => (
          <Button
            key={channel}
            isSmall
            disabled={receiver.state !== 'active'}
            isBusy={write.isPending && write.variables.channel === channel}
            onClick={() => attempt(channel)}
          >
            {t(`ReceiverTest-${channel}`)}
          </Button>
        ))}
      </div>
      <FailureBanner failure={write.error} />
    </section>
  );
}

/** What a test does, or why none is sent. */
function testHelp({ state, member_id }: AlarmReceiver, t: Translate): string {
  if (state === 'active') return t('ReceiverTestHelp');
  return state === 'stopped' && member_id === null ? t('ReceiverStoppedHelp') : t(`ReceiverStateHelp-${state}`);
}

const isUnderWay = (messages: readonly ReceiverMessage[]): boolean =>
  messages.some(
    ({ state, channel, at }) =>
      state === 'sending' || (state === 'sent' && channel === 'sms' && Date.now() - Date.parse(at) < REPORTED_WITHIN_MS),
  );

function Messages({ receiverId }: { receiverId: number }): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const [older, setOlder] = useState<{ messages: readonly ReceiverMessage[]; hasMore: boolean } | null>(null);
  const query = useQuery({
    ...messagesQuery(send, receiverId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.messages) ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={query} isPart>
      {({ messages, has_more }) => {
        const newest = new Set(messages.map(({ id }) => id));
        const all = [...messages, ...(older?.messages ?? []).filter(({ id }) => !newest.has(id))];
        const last = all.at(-1);
        const more = (): void =>
          void call(send, 'alarms.receiver-messages', { params: { id: receiverId }, query: { before: last?.id } })
            .then((answer) => setOlder({ messages: [...(older?.messages ?? []), ...answer.messages], hasMore: answer.has_more }))
            .catch((failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }));
        return all.length === 0 ? (
          <p className={styles['soft']}>{t('ReceiverLogNone')}</p>
        ) : (
          <>
            <Table
              label={t('ReceiverLog')}
              head={
                <>
                  <th scope="col">{t('ReceiverWhen')}</th>
                  <th scope="col">{t('ReceiverLogWhat')}</th>
                  <th scope="col">{t('ReceiverChannel')}</th>
                  <th scope="col">{t('ReceiverOutcome')}</th>
                </>
              }
            >
              {all.map((message) => (
                <Line key={message.id} message={message} />
              ))}
            </Table>
            {(older ? older.hasMore : has_more) && (
              <div>
                <Button isSmall onClick={more}>
                  {t('ReceiverLogMore')}
                </Button>
              </div>
            )}
            <p className={styles['soft']}>{t('ReceiverLogKept')}</p>
          </>
        );
      }}
    </Loaded>
  );
}

function Line({ message }: { message: ReceiverMessage }): ReactNode {
  const t = useT();
  const format = useFormat();
  const what = message.kind === null ? t('ReceiverPurpose-test') : t(`AlarmKind_${message.kind}`);
  return (
    <tr>
      <td data-label={t('ReceiverWhen')}>{format.dateTime(message.at)}</td>
      <td data-label={t('ReceiverLogWhat')}>
        {[what, message.unit].filter(Boolean).join(', ')}
        {message.purpose !== 'alarm' && message.purpose !== 'test' && (
          <span className={styles['soft']}> {t(`ReceiverPurpose-${message.purpose}`)}</span>
        )}
      </td>
      <td data-label={t('ReceiverChannel')}>
        <span className={styles['way']}>
          {t(`ReceiverChannel-${message.channel}`)}{' '}
          <span className={styles['soft']}>{message.channel === 'sms' ? phoneText(message.recipient) : message.recipient}</span>
        </span>
      </td>
      <td data-label={t('ReceiverOutcome')}>
        <span className={styles['outcome']}>{t(`ReceiverMessage-${message.state}`)}</span>
        {message.perhaps_twice && <span className={styles['soft']}> {t('ReceiverPerhapsTwice')}</span>}
        {message.reason !== null && <span className={styles['soft']}> {message.reason}</span>}
      </td>
    </tr>
  );
}
