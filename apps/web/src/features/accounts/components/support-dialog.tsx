import { SUPPORT_MESSAGE_MAX } from '@spora/contract/limits';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { appVersion } from '../../../lib/version.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from './support-dialog.module.css';

/**
 * ADM-009, ADM-022, ADM-023: a message to support with what they would ask for: the page, the unit, the version and, with every call,
 * the language. Told what is attached; confirmed by the case number.
 */
export function SupportDialog(props: { page: string; imei: string; onClose: () => void }): ReactNode {
  const { page, imei } = props;
  const t = useT();
  const send = useSend();
  const write = useMutation({
    mutationFn: (text: string) =>
      call(send, 'accounts.contact-support', { body: { message: text, page, imei, version: appVersion } }),
  });
  const draft = useDraftForm({
    first: { message: '' },
    faultsOf: ({ message }) => ({ message: message.trim().length > SUPPORT_MESSAGE_MAX ? 'MessageLength' : null }),
    write,
    send: ({ message }) => write.mutate(message),
  });
  const { message } = draft.form;
  const close = useCarefulClose(message.trim() !== '' && !write.isSuccess, props.onClose);
  const left = SUPPORT_MESSAGE_MAX - message.trim().length;
  if (write.data)
    return (
      <Dialog title={t('SupportSent')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
        <div className={styles['form']} role="status">
          <p className={styles['case']}>
            <Icon name="check" />
            {t('SupportCase', { number: write.data.case })}
          </p>
          <p className={styles['soft']}>{t('SupportCaseText')}</p>
          <div className={styles['ends']}>
            <Button look="primary" autoFocus onClick={props.onClose}>
              {t('Done')}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('SupportTitle')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} onSubmit={draft.submit} noValidate aria-label={t('SupportTitle')}>
        <TextArea
          label={t('SupportMessage')}
          rows={7}
          autoFocus
          value={message}
          onChange={(event) => draft.set('message', event.target.value)}
          error={left < 0 ? t('MessageLength') : draft.errorOf('message')}
          help={
            <span aria-live="polite">{left < 0 ? t('SupportTooMany', { count: -left }) : t('SupportLeft', { count: left })}</span>
          }
        />
        <p className={styles['soft']}>
          {imei
            ? t('SupportAttachedUnit', { page, imei, version: appVersion })
            : t('SupportAttached', { page, version: appVersion })}
        </p>
        <FailureBanner failure={write.error} ownFields={['message']} onRetry={() => write.mutate(message)} />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={write.isPending} disabled={left < 0}>
            {t('SupportSend')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
