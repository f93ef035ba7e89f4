import type { OwnFactors } from '@spora/contract/second-factor/endpoints';
import { PASSKEY_NAME_MAX } from '@spora/contract/limits';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { makePasskey } from '../../../lib/make-passkey.ts';
import { isCancelled } from '../../../lib/passkeys.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useFactorsChange } from '../queries.ts';
import { ProofForm, type Proof } from '../public/proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Adds a passkey: who it is and what it is called, then the browser's own question, then the recovery codes of a first factor. */
export function PasskeyDialog(props: { factors: OwnFactors; onClose: () => void; onDone: () => void }): ReactNode {
  const { onDone } = props;
  const t = useT();
  const toasts = useToasts();
  const [before] = useState(props.factors);
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const called = name.trim();
  const add = useFactorsChange(
    async (send, body: Proof) => {
      const { options } = await call(send, 'second-factor.passkey-options', { body });
      const passkey = await makePasskey(options);
      return call(send, 'second-factor.add-passkey', { body: { name: called, passkey } });
    },
    (data) => data.factors,
  );
  const prove = (proof: Proof): void => {
    setTried(true);
    if (called === '') return;
    add.mutate(proof, {
      onSuccess: ({ recovery_codes }) => {
        toasts.show({ text: t('PasskeyReady', { name: called }) });
        if (recovery_codes) setCodes(recovery_codes);
        else onDone();
      },
    });
  };
  const refused = useRefusals(add.error, { name });
  return (
    <Dialog
      title={codes ? t('CodesTitle') : t('PasskeyDialogTitle')}
      closeLabel={t('Close')}
      isOpen
      mustAnswer={codes !== null}
      onClose={props.onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <ProofForm
          label={t('PasskeyDialogTitle')}
          needsCode={before.needs_code}
          hasPasskey={before.passkeys.length > 0}
          submit={t('ProofContinue')}
          isBusy={add.isPending}
          failure={isCancelled(add.error) ? null : add.error}
          ownFields={['name']}
          isAfterOwn
          onProof={prove}
          onClose={props.onClose}
        >
          <p>{t('PasskeyDialogLead')}</p>
          <TextField
            label={t('PasskeyName')}
            help={t('PasskeyNameHelp')}
            autoFocus
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={refused['name'] ?? (isTried && called === '' ? t('SpecifyName') : null)}
          />
        </ProofForm>
      )}
    </Dialog>
  );
}
