import { WEBHOOK_EVENTS, type WebhookEvent } from '@spora/contract/integrations/choices';
import { WEBHOOK_URL_MAX } from '@spora/contract/limits';
import type { ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from '../integrations.module.css';
import { createWebhook, useIntegrationsWrite } from '../queries.ts';

/** Which address is called, and what for. */
export function WebhookForm(props: { onMade: (secret: string) => void; onCancel: () => void }): ReactNode {
  const t = useT();
  const write = useIntegrationsWrite(createWebhook);
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm<{ url: string; events: readonly WebhookEvent[] }>({
    first: { url: '', events: ['trip.finished'] },
    faultsOf: ({ url, events }) => ({
      url: URL.canParse(url.trim()) ? null : 'InvalidWebhookUrl',
      events: events.length === 0 ? 'SpecifyEvents' : null,
    }),
    write,
    send: ({ url, events }) =>
      write.mutate({ url: url.trim(), events: [...events] }, { onSuccess: ({ secret }) => props.onMade(secret) }),
  });
  const { events } = form;
  useUnsavedChanges(isUnsaved);
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('WebhookMake')}>
      <TextField
        label={t('WebhookUrl')}
        help={t('WebhookUrlHelp')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={WEBHOOK_URL_MAX}
        value={form.url}
        onChange={(event) => set('url', event.target.value)}
        error={errorOf('url')}
      />
      <fieldset className={styles['boxes']}>
        <legend>{t('WebhookEvents')}</legend>
        {WEBHOOK_EVENTS.map((id) => (
          <CheckBox
            key={id}
            label={t(`WebhookEvent-${id}`)}
            help={<code>{id}</code>}
            checked={events.includes(id)}
            onChange={(isChecked) =>
              set(
                'events',
                WEBHOOK_EVENTS.filter((one) => (one === id ? isChecked : events.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
      {errorOf('events') && <p role="alert">{errorOf('events')}</p>}
      <FailureBanner failure={write.error} ownFields={['url']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('WebhookMake')}
        </Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
