import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OwnProofForm, type Proof } from '../../second-factor/public/proof-form.tsx';

/** Asks first, and for a fresh proof: who is let in as whom is not changed on a screen left open. */
export function ProofDialog(props: {
  title: string;
  submit: string;
  look?: 'primary' | 'danger';
  write: { readonly isPending: boolean; readonly error: unknown };
  onProof: (proof: Proof) => void;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const { title, write, onClose } = props;
  const t = useT();
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <OwnProofForm
        label={title}
        submit={props.submit}
        {...(props.look ? { look: props.look } : {})}
        isBusy={write.isPending}
        failure={write.error}
        onProof={props.onProof}
        onClose={onClose}
      >
        {props.children}
      </OwnProofForm>
    </Dialog>
  );
}
