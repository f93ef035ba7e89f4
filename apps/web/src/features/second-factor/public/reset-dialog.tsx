import type { OwnFactors } from '@spora/contract/second-factor/endpoints';
import { FACTOR_REASON_MAX } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { ProofForm, type Proof } from './proof-form.tsx';
import { factorsQuery, useFactorWrite } from '../queries.ts';

/** For a member who lost the telephone: an administrator proves who they are and says why. */
export function ResetFactorsDialog(props: { user: { id: number; full_name: string }; onClose: () => void }): ReactNode {
  const { user, onClose } = props;
  const name = user.full_name;
  const t = useT();
  const toasts = useToasts();
  const own = useQuery(factorsQuery(useSend()));
  const [reason, setReason] = useState('');
  const reset = useFactorWrite((send, proof: Proof) =>
    call(send, 'second-factor.reset', { params: { id: user.id }, body: { reason, ...proof } }),
  );
  const prove = (proof: Proof): void =>
    reset.mutate(proof, {
      onSuccess: () => {
        toasts.show({ text: t('ResetFactorDone', { name }) });
        onClose();
      },
    });
  const close = useCarefulClose(reason !== '', onClose);
  const refused = useRefusals(reset.error, { reason });
  return (
    <Dialog title={t('ResetFactorTitle', { name })} closeLabel={t('Close')} isOpen onClose={close}>
      <Loaded query={own} heights={[180]}>
        {(factors: OwnFactors) => (
          <ProofForm
            label={t('ResetFactor')}
            needsCode={factors.needs_code}
            hasPasskey={factors.passkeys.length > 0}
            submit={t('ResetFactor')}
            look="danger"
            isBusy={reset.isPending}
            failure={reset.error}
            ownFields={['reason']}
            isAfterOwn
            onProof={prove}
            onClose={close}
          >
            <p>{t('ResetFactorText', { name })}</p>
            <TextField
              label={t('ResetFactorReason')}
              help={t('ResetFactorReasonHelp', { name })}
              autoFocus
              maxLength={FACTOR_REASON_MAX}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              error={refused['reason'] ?? null}
            />
          </ProofForm>
        )}
      </Loaded>
    </Dialog>
  );
}
