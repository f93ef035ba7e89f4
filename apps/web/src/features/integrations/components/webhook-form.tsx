import type { InputOf } from '@spora/contract/endpoint-map';
import { WEBHOOK_URL_MAX } from '@spora/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from '../integrations.module.css';
import { createWebhook, useIntegrationsWrite } from '../queries.ts';

type Event = InputOf<'integrations.create-webhook'>['body']['events'][number];
/** As the contract lists them; named here so that the screen loads no schemas. */
const EVENTS = ['trip.finished', 'command.acknowledged', 'command.failed', 'service.due'] as const satisfies readonly Event[];

/** Which address is called, and what for. */
export function WebhookForm(props: { onMade: (secret: string) => void; onCancel: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly Event[]>(['trip.finished']);
  const [isTried, setTried] = useState(false);
  const write = useIntegrationsWrite(createWebhook);
  useUnsavedChanges(url.trim() !== '' && !write.isSuccess);
  const isBlank = !URL.canParse(url.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBlank || events.length === 0 || write.isPending) return;
    write.mutate({ url: url.trim(), events: [...events] }, { onSuccess: ({ secret }) => props.onMade(secret) });
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('WebhookMake')}>
      <TextField
        label={t('WebhookUrl')}
        help={t('WebhookUrlHelp')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={WEBHOOK_URL_MAX}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={isTried && isBlank ? t('InvalidWebhookUrl') : (errors.fields(write.error)['url'] ?? null)}
      />
      <fieldset className={styles['boxes']}>
        <legend>{t('WebhookEvents')}</legend>
        {EVENTS.map((id) => (
          <CheckBox
            key={id}
            label={t(`WebhookEvent-${id}`)}
            checked={events.includes(id)}
            onChange={(isChecked) => setEvents(EVENTS.filter((one) => (one === id ? isChecked : events.includes(one))))}
          />
        ))}
      </fieldset>
      {isTried && events.length === 0 && <p role="alert">{t('SpecifyEvents')}</p>}
      <FailureBanner failure={write.error} ownFields={['url']} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('WebhookMake')}
        </Button>
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
