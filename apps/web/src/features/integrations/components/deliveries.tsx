import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Table } from '../../../ui/table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { eventText, isUnderWay, WEBHOOK_PROBLEMS } from '../model.ts';
import { deliveriesQuery } from '../queries.ts';

type Delivery = DataOf<'integrations.deliveries'>['deliveries'][number];
/** While something is still to be told, it is looked at again. */
const LOOK_AGAIN_MS = 3_000;

/** The newest deliveries of one webhook. */
export function Deliveries(props: { webhookId: number }): ReactNode {
  const t = useT();
  const query = useQuery({
    ...deliveriesQuery(useSend(), props.webhookId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.deliveries) ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={query}>
      {({ deliveries, has_more }) =>
        deliveries.length === 0 ? (
          <p className={frame['soft']}>{t('WebhookLogEmpty')}</p>
        ) : (
          <>
            <Table
              label={t('WebhookLog')}
              head={
                <>
                  <th scope="col">{t('WebhookWhen')}</th>
                  <th scope="col">{t('WebhookWhat')}</th>
                  <th scope="col">{t('WebhookHow')}</th>
                </>
              }
            >
              {deliveries.map((delivery) => (
                <Line key={delivery.id} delivery={delivery} />
              ))}
            </Table>
            {has_more && <p className={frame['soft']}>{t('WebhookLogMore')}</p>}
          </>
        )
      }
    </Loaded>
  );
}

function Line({ delivery }: { delivery: Delivery }): ReactNode {
  const t = useT();
  const format = useFormat();
  const problem = WEBHOOK_PROBLEMS.find((id) => id === delivery.problem);
  const answer =
    delivery.status === null
      ? problem === undefined
        ? null
        : t(`WebhookProblem-${problem}`)
      : t('WebhookStatus', { status: String(delivery.status) });
  return (
    <tr>
      <td data-label={t('WebhookWhen')}>{format.dateTime(delivery.created_at)}</td>
      <td data-label={t('WebhookWhat')}>{eventText(delivery.event, t)}</td>
      <td data-label={t('WebhookHow')}>
        {t(`WebhookState-${delivery.state}`)}
        {answer !== null && <span className={frame['soft']}>, {answer}</span>}
        {delivery.attempts > 1 && <span className={frame['soft']}>, {t('WebhookAttempts', { count: delivery.attempts })}</span>}
      </td>
    </tr>
  );
}
