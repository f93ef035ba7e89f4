import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../integrations.module.css';
import { removeWebhook, testWebhook, updateWebhook, useIntegrationsWrite, webhooksQuery } from '../queries.ts';
import { Deliveries } from './deliveries.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Webhook = DataOf<'integrations.webhooks'>['webhooks'][number];

/** The account's webhooks with the way to a new one. Its secret is on the screen until it has been kept. */
export function Webhooks(): ReactNode {
  const t = useT();
  const query = useQuery(webhooksQuery(useSend()));
  const [secret, setSecret] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  if (secret !== null) return <ShownOnce label={t('WebhookSecret')} secret={secret} onClose={() => setSecret(null)} />;
  if (isMaking)
    return (
      <WebhookForm
        onCancel={() => setMaking(false)}
        onMade={(made) => {
          setMaking(false);
          setSecret(made);
        }}
      />
    );
  const begin = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('WebhookMake')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {({ webhooks }) =>
        webhooks.length === 0 ? (
          <EmptyState icon="external" title={t('WebhooksNone')} action={begin}>
            {t('WebhooksNoneText')}
          </EmptyState>
        ) : (
          <>
            <div className={styles['ends']}>{begin}</div>
            {webhooks.map((hook) => (
              <Hook key={hook.id} hook={hook} />
            ))}
          </>
        )
      }
    </Loaded>
  );
}

function Hook({ hook }: { hook: Webhook }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const trial = useIntegrationsWrite(testWebhook);
  const change = useIntegrationsWrite(updateWebhook);
  const isPaused = hook.paused_at !== null;
  const attempt = (): void =>
    trial.mutate(hook.id, {
      onSuccess: () => {
        toasts.show({ text: t('WebhookTestSent') });
        setOpen(true);
      },
    });
  const pause = (): void =>
    change.mutate(
      { id: hook.id, events: hook.events, is_paused: !isPaused },
      { onSuccess: () => toasts.show({ text: isPaused ? t('WebhookGoesOn') : t('WebhookIsPaused') }) },
    );
  return (
    <article className={styles['hook']} aria-label={hook.url}>
      <h3>{hook.url}</h3>
      <p className={frame['soft']}>{hook.events.map((event) => t(`WebhookEvent-${event}`)).join(', ')}</p>
      {hook.paused_by === 'failures' && <Banner tone="danger">{t('WebhookPausedByFailures')}</Banner>}
      {hook.paused_by === 'member' && <Banner tone="information">{t('WebhookIsPaused')}</Banner>}
      {!isPaused && hook.failing_since !== null && (
        <Banner tone="warning">{t('WebhookFailing', { time: format.dateTime(hook.failing_since) })}</Banner>
      )}
      <FailureBanner failure={trial.error ?? change.error} />
      <div className={styles['ends']}>
        <Button isSmall isBusy={trial.isPending} onClick={attempt}>
          {t('WebhookTest')}
        </Button>
        <Button isSmall isBusy={change.isPending} onClick={pause}>
          {isPaused ? t('WebhookGoOn') : t('WebhookPause')}
        </Button>
        <Button isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('WebhookLog')}
        </Button>
        <Button isSmall look="danger" onClick={() => setRemoving(true)}>
          {t('WebhookRemove')}
        </Button>
      </div>
      {isOpen && <Deliveries webhookId={hook.id} />}
      {isRemoving && <RemoveDialog hook={hook} onClose={() => setRemoving(false)} />}
    </article>
  );
}

function RemoveDialog(props: { hook: Webhook; onClose: () => void }): ReactNode {
  const { hook, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const write = useIntegrationsWrite(removeWebhook);
  const remove = (): void =>
    write.mutate(hook.id, {
      onSuccess: () => {
        toasts.show({ text: t('WebhookRemoved') });
        onClose();
      },
    });
  return (
    <Dialog title={t('WebhookRemove')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p className={styles['code']}>{hook.url}</p>
        <p>{t('WebhookRemoveText')}</p>
        <FailureBanner failure={write.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={write.isPending} onClick={remove}>
            {t('WebhookRemove')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
