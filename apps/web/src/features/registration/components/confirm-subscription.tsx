import { useState, type ReactNode } from 'react';
import type { Brand } from '../../../lib/brand.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { LegacyForm } from '../use-legacy-form.ts';
import { FailureDialog } from './failure-dialog.tsx';
import { PaymentChoice, usePaymentTypes } from './payment-choice.tsx';

/** LEG-006, DEC-09: always opens; asks for the kind of invoice where there is a choice. */
export function ConfirmSubscription(props: { form: LegacyForm; brand: Brand }): ReactNode {
  const { form, brand } = props;
  const t = useT();
  const [chosen, setChosen] = useState<number | null>(null);
  const types = usePaymentTypes({ imei: form.values.imei, brand, isAsked: true });
  const isBusy = form.phase === 'registering';
  const confirm = (): void => {
    if (types.labels) form.confirm(types.labels, chosen);
  };
  if (form.failure !== null) return <FailureDialog failure={form.failure} onRetry={confirm} onClose={form.backToForm} />;
  return (
    <Modal
      title={t('ConfirmSubscription')}
      onClose={form.backToForm}
      actions={
        <>
          <Button onClick={form.backToForm} disabled={isBusy}>
            {t('BackToForm')}
          </Button>
          <Button look="primary" isBusy={isBusy} disabled={types.labels === null} onClick={confirm}>
            {isBusy ? t('Registering') : t('Register')}
          </Button>
        </>
      }
    >
      <p>{t('ConfirmSubscriptionText', { imei: form.values.imei })}</p>
      <PaymentChoice
        types={types}
        chosen={chosen}
        error={form.paymentError}
        onChange={(place) => {
          setChosen(place);
          form.choosePayment();
        }}
      />
    </Modal>
  );
}
