import type { OwnFactors, Passkey } from '@spora/contract/second-factor/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import type { Send } from '../../../lib/send.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useFactorsChange } from '../queries.ts';
import { ProofForm, type Proof } from '../public/proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface OwnProps {
  readonly factors: OwnFactors;
  readonly onClose: () => void;
}

export function RemoveAppDialog(props: OwnProps): ReactNode {
  const t = useT();
  return (
    <RemoveDialog
      {...props}
      title={t('AppRemoveTitle')}
      text={t('AppRemoveText')}
      done={t('AppRemoved')}
      remove={(send, body) => call(send, 'second-factor.remove-app', { body })}
    />
  );
}

export function RemovePasskeyDialog(props: OwnProps & { passkey: Passkey }): ReactNode {
  const { id, name } = props.passkey;
  const t = useT();
  return (
    <RemoveDialog
      {...props}
      title={t('PasskeyRemoveTitle', { name })}
      text={t('PasskeyRemoveText')}
      done={t('PasskeyRemoved', { name })}
      remove={(send, body) => call(send, 'second-factor.remove-passkey', { params: { id }, body })}
    />
  );
}

function RemoveDialog(
  props: OwnProps & { title: string; text: string; done: string; remove: (send: Send, proof: Proof) => Promise<OwnFactors> },
): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const remove = useFactorsChange(props.remove, (factors) => factors);
  const prove = (proof: Proof): void =>
    remove.mutate(proof, {
      onSuccess: () => {
        toasts.show({ text: props.done });
        props.onClose();
      },
    });
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <ProofForm
        label={props.title}
        needsCode={props.factors.needs_code}
        hasPasskey={props.factors.passkeys.length > 0}
        submit={t('FactorRemove')}
        look="danger"
        isBusy={remove.isPending}
        failure={remove.error}
        onProof={prove}
        onClose={props.onClose}
      >
        <p>{props.text}</p>
      </ProofForm>
    </Dialog>
  );
}

/** Makes new recovery codes in the place of those there are. */
export function RenewCodesDialog(props: OwnProps): ReactNode {
  const { factors, onClose } = props;
  const t = useT();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useFactorsChange(
    (send, body: Proof) => call(send, 'second-factor.renew-recovery-codes', { body }),
    (data) => data.factors,
  );
  const title = codes ? t('CodesTitle') : t('CodesDialogTitle');
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen mustAnswer={codes !== null} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofForm
          label={title}
          needsCode={factors.needs_code}
          hasPasskey={factors.passkeys.length > 0}
          submit={t('FactorCodesRenew')}
          isBusy={renew.isPending}
          failure={renew.error}
          onProof={(proof) => renew.mutate(proof, { onSuccess: ({ recovery_codes }) => setCodes(recovery_codes) })}
          onClose={onClose}
        >
          <p>{t('CodesDialogText')}</p>
        </ProofForm>
      )}
    </Dialog>
  );
}
