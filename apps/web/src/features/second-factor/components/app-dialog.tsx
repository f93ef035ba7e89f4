import type { DataOf } from '@spora/contract/endpoint-map';
import type { OwnFactors } from '@spora/contract/second-factor/endpoints';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../factors.module.css';
import { groupsOf } from '../model.ts';
import { useFactorsChange } from '../queries.ts';
import { ProofForm, type Proof } from '../public/proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets an authenticator app up: who it is, the QR code, a first code of it, and the recovery codes that come with it. */
export function AppDialog(props: { factors: OwnFactors; onClose: () => void; onDone: () => void }): ReactNode {
  const { factors, onDone } = props;
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // As it was when the dialog was opened: the answer changes what is known behind it.
  const [before] = useState(factors);
  const start = useMutation({ mutationFn: (body: Proof) => call(send, 'second-factor.start-app', { body }) });
  const ready = (recovery: readonly string[] | null): void => {
    toasts.show({ text: t('AppReady') });
    if (recovery) setCodes(recovery);
    else onDone();
  };
  return (
    <Dialog
      title={codes ? t('CodesTitle') : t('AppDialogTitle')}
      closeLabel={t('Close')}
      isOpen
      mustAnswer={codes !== null}
      onClose={props.onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : start.data ? (
        <Scan app={start.data} onReady={ready} onClose={props.onClose} />
      ) : (
        <ProofForm
          label={t('AppDialogTitle')}
          needsCode={before.needs_code}
          hasPasskey={before.passkeys.length > 0}
          submit={t('ProofContinue')}
          isBusy={start.isPending}
          failure={start.error}
          onProof={(proof) => start.mutate(proof)}
          onClose={props.onClose}
        >
          <p>{t('AppDialogLead')}</p>
        </ProofForm>
      )}
    </Dialog>
  );
}

function Scan(props: {
  app: DataOf<'second-factor.start-app'>;
  onReady: (codes: readonly string[] | null) => void;
  onClose: () => void;
}): ReactNode {
  const { app } = props;
  const t = useT();
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const confirm = useFactorsChange(
    (send, typed: string) => call(send, 'second-factor.confirm-app', { body: { code: typed } }),
    (data) => data.factors,
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate(code, {
      onSuccess: ({ recovery_codes }) => props.onReady(recovery_codes),
      onError: () => input.current?.focus(),
    });
  };
  const refused = useRefusals(confirm.error, { code });
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('AppDialogTitle')}>
      <p>{t('AppScan')}</p>
      <QrCode text={app.uri} label={t('AppQr')} className={styles['qr'] ?? ''} />
      <p className={styles['text']}>
        <span>{t('AppKey')}</span>
        <code className={styles['key']}>{groupsOf(app.key)}</code>
      </p>
      <TextField
        ref={input}
        label={t('AppFirstCode')}
        name="one-time-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={refused['code'] ?? null}
      />
      <FailureBanner failure={confirm.error} ownFields={['code']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={confirm.isPending} disabled={code.trim() === ''}>
          {t('AppConfirm')}
        </Button>
      </div>
    </form>
  );
}
