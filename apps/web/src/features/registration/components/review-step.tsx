import { countryOf } from '@spora/contract/countries';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { pathOf } from '../model.ts';
import type { Wizard } from '../use-wizard.ts';
import type { Step, WizardValues } from '../wizard-values.ts';
import styles from '../wizard.module.css';
import { FailureDialog } from './failure-dialog.tsx';
import { PaymentChoice, usePaymentTypes } from './payment-choice.tsx';
import { StepButtons } from './step-buttons.tsx';
import { TermsConsent } from './terms-consent.tsx';

/** WIZ-020 to WIZ-022: everything that was answered, each with its way back, then payment and terms. */
export function ReviewStep(props: { wizard: Wizard; title: string }): ReactNode {
  const { wizard, title } = props;
  const { values, brand } = wizard;
  const t = useT();
  const isAsked = values.kind === 'private' && brand.capabilities.paymentTypeChoice;
  const types = usePaymentTypes({ imei: values.imei, brand, isAsked });
  const register = (): void => wizard.register({ paymentTypes: types.labels });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={title}>
      <h1 className={styles['title']} tabIndex={-1}>
        {title}
      </h1>
      <Answers wizard={wizard} />
      <PaymentChoice
        types={types}
        chosen={values.paymentType}
        error={wizard.errorOf('paymentType')}
        onChange={(paymentType) => wizard.change({ paymentType })}
      />
      <TermsConsent
        brand={brand}
        isAccepted={values.hasAcceptedTerms}
        error={wizard.errorOf('hasAcceptedTerms')}
        onChange={(hasAcceptedTerms) => wizard.change({ hasAcceptedTerms })}
      />
      <StepButtons
        wizard={wizard}
        label={wizard.isBusy ? t('Registering') : t('Register')}
        isWaiting={types.labels === null && types.failure === null}
      />
      {wizard.failure !== null && <FailureDialog failure={wizard.failure} onRetry={register} onClose={wizard.forgetFailure} />}
    </form>
  );
}

function Answers({ wizard }: { wizard: Wizard }): ReactNode {
  const t = useT();
  const { values, brand, steps } = wizard;
  const country = countryOf(values.country);
  const kind = t(values.kind === 'private' ? 'KindPrivate' : 'KindCompany');
  const shown: Readonly<Record<Exclude<Step, 'reviewInfo'>, readonly string[]>> = {
    welcome: [kind],
    selectCountry: [t(`Country_${country.code}`)],
    imei: [values.imei],
    reseller: [values.reseller, brand.capabilities.registrationComment ? values.comment : ''],
    companyName: [values.companyName],
    name: [`${values.firstName.trim()} ${values.lastName.trim()}`],
    email: [values.email],
    organizationNumber: [values.orgNumber],
    personalNumber: [values.personalNumber],
    address: addressOf(values),
    phoneNumber: [`+${country.dialCode} ${values.phone.trim()}`],
    password: [t('PasswordChosen')],
  };
  const rows = pathOf(values).filter((step) => step !== 'reviewInfo');
  return (
    <dl className={styles['answers']}>
      {rows.map((step) => (
        <div key={step} className={styles['answer']}>
          <dt>{t(`WizardStep_${step}`)}</dt>
          <dd>
            {shown[step].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </dd>
          <dd className={styles['edit']}>
            <Button
              look="quiet"
              isSmall
              aria-label={t('EditFieldName', { name: t(`WizardStep_${step}`) })}
              onClick={() => steps.edit(step)}
            >
              {t('EditField')}
            </Button>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const addressOf = ({ street, postalCode, city }: WizardValues): readonly string[] => [street, `${postalCode} ${city}`];
