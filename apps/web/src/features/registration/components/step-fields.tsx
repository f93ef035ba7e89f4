import { COUNTRIES, countryOf } from '@spora/contract/countries';
import { ACCOUNT_FIELD_MAX, COMMENT_MAX, RESELLER_MAX, USERNAME_MAX } from '@spora/contract/limits';
import { withoutTrunkZero } from '@spora/contract/identity';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { PasswordFields } from '../../auth/public/password-fields.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { SecondLook, useIsLeft } from '../../../ui/second-look.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isImei, oddityOf } from '../faults.ts';
import { cleanPhone } from '../model.ts';
import type { Wizard } from '../use-wizard.ts';
import type { Step, WizardValues } from '../wizard-values.ts';
import styles from '../wizard.module.css';
import { ImeiField } from './imei-field.tsx';
import { NameFields } from './name-fields.tsx';

interface StepProps {
  readonly wizard: Wizard;
}
type TextName = { [K in keyof WizardValues]: WizardValues[K] extends string ? K : never }[keyof WizardValues];

/** What joins a text field to an answer. */
const field = (wizard: Wizard, name: TextName, max = ACCOUNT_FIELD_MAX) => ({
  name,
  required: true,
  maxLength: max,
  value: wizard.values[name],
  error: wizard.errorOf(name),
  onChange: (event: { target: { value: string } }) => wizard.change({ [name]: event.target.value }),
});
const first = { 'data-first': true };

/** WIZ-004. */
function CountryStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  const error = wizard.errorOf('country');
  return (
    <>
      {COUNTRIES.map(({ code, dialCode }) => (
        <label key={code} className={styles['choice']}>
          <input
            type="radio"
            name="country"
            value={code}
            checked={wizard.values.country === code}
            aria-invalid={error ? true : undefined}
            onChange={() => wizard.change({ country: code, addressCountry: code })}
            {...(wizard.values.country === code ? first : {})}
          />
          <span className={styles['choiceText']}>
            <strong>{t(`Country_${code}`)}</strong>
          </span>
          <span className={styles['dialCode']}>+{dialCode}</span>
        </label>
      ))}
      {error && <p role="alert">{error}</p>}
    </>
  );
}

/** WIZ-005, and who helps where the number is whole and cannot be registered. */
function ImeiStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  const error = wizard.errorOf('imei');
  const { imei } = wizard.values;
  const { supportMail } = wizard.brand;
  return (
    <>
      <ImeiField value={imei} error={error} isFirst onChange={(next) => wizard.change({ imei: next })} />
      {error !== null && isImei(imei) && (
        <p>
          {t('ImeiSupport')} <a href={`mailto:${supportMail}?subject=${encodeURIComponent(`IMEI ${imei}`)}`}>{supportMail}</a>
        </p>
      )}
    </>
  );
}

/** WIZ-006, WIZ-007: the comment where the brand asks for one. */
function ResellerStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  return (
    <>
      <TextField {...field(wizard, 'reseller', RESELLER_MAX)} {...first} label={t('ResellerLabel')} autoComplete="off" />
      {wizard.brand.capabilities.registrationComment && (
        <TextArea {...field(wizard, 'comment', COMMENT_MAX)} required={false} label={t('CommentLabel')} />
      )}
    </>
  );
}

function CompanyNameStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  return (
    <TextField {...field(wizard, 'companyName')} {...first} label={t('WizardStep_companyName')} autoComplete="organization" />
  );
}

function EmailStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  return (
    <TextField
      {...field(wizard, 'email', USERNAME_MAX)}
      {...first}
      label={t('WizardStep_email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      help={t('EmailHelp')}
    />
  );
}

/** A number that looks odd is asked about and may be right (WIZ-012 asks for digits and hyphens only); a short one is not whole yet. */
function OrgNumberStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  const isWhole = wizard.values.orgNumber.replace(/\D/g, '').length >= 8;
  const warning = isWhole || wizard.isOddAsked ? oddityOf('organizationNumber', wizard.values) : null;
  return (
    <TextField
      {...field(wizard, 'orgNumber')}
      {...first}
      label={t('WizardStep_organizationNumber')}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => wizard.change({ orgNumber: event.target.value.replace(/\s/g, '') })}
      help={warning ? <SecondLook text={t(warning)} /> : t('OrgNumberHelp')}
    />
  );
}

function PersonalNumberStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  return (
    <TextField
      {...field(wizard, 'personalNumber', 20)}
      {...first}
      label={t('WizardStep_personalNumber')}
      inputMode="numeric"
      autoComplete="off"
      help={t('PersonalNumberHelp')}
    />
  );
}

/** WIZ-015, WIZ-016. Another country becomes the account's with Next, as if it had been chosen in its own step. */
function AddressStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  const { postalCode } = countryOf(wizard.values.addressCountry);
  const hasLetters = postalCode === 'letters';
  const { isLeft, ...typing } = useIsLeft();
  const odd = isLeft || wizard.isOddAsked ? oddityOf('address', wizard.values) : null;
  return (
    <>
      <TextField {...field(wizard, 'street')} {...first} label={t('StreetLabel')} autoComplete="address-line1" />
      <div className={styles['pair']}>
        <TextField
          {...field(wizard, 'postalCode', 12)}
          {...typing}
          label={t('PostalCodeLabel')}
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoCapitalize={hasLetters ? 'characters' : 'none'}
          autoComplete="postal-code"
        />
        <TextField {...field(wizard, 'city')} label={t('CityLabel')} autoComplete="address-level2" />
      </div>
      {odd && <SecondLook text={t(odd)} />}
      <SelectField
        label={t('WizardStep_selectCountry')}
        name="country"
        autoComplete="country"
        value={wizard.values.addressCountry}
        error={wizard.errorOf('addressCountry')}
        onChange={(event) => {
          const chosen = COUNTRIES.find(({ code }) => code === event.target.value);
          wizard.change({ addressCountry: chosen?.code ?? '' });
        }}
      >
        <option value="">{t('ChooseCountry')}</option>
        {COUNTRIES.map(({ code }) => (
          <option key={code} value={code}>
            {t(`Country_${code}`)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function PhoneStep({ wizard }: StepProps): ReactNode {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { code, dialCode } = countryOf(wizard.values.country);
  const offered = withoutTrunkZero(dialCode, wizard.values.phone);
  const take = (): void => {
    wizard.change({ phone: offered ?? wizard.values.phone });
    // The button goes with the zero.
    input.current?.focus();
  };
  return (
    <>
      <TextField
        ref={input}
        {...field(wizard, 'phone', 40)}
        {...first}
        label={t('WizardStep_phoneNumber')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        leading={
          <>
            <span className="visually-hidden">{t('DialCodeOf', { code: dialCode })}</span>
            <span aria-hidden="true">+{dialCode}</span>
          </>
        }
        onChange={(event) => wizard.change({ phone: cleanPhone(event.target.value, dialCode) })}
        help={t(`PhoneHelp_${code}`)}
      />
      {offered !== null && (
        <div>
          <Button isSmall onClick={take}>
            {t('PhoneUse', { phone: `+${dialCode} ${offered}` })}
          </Button>
        </div>
      )}
    </>
  );
}

const PasswordStep = ({ wizard }: StepProps): ReactNode => (
  <PasswordFields
    isFirst
    password={wizard.values.password}
    confirmation={wizard.values.passwordAgain}
    onPassword={(password) => wizard.change({ password })}
    onConfirmation={(passwordAgain) => wizard.change({ passwordAgain })}
    passwordError={wizard.errorOf('password')}
    confirmationError={wizard.errorOf('passwordAgain')}
  />
);

const NameStep = ({ wizard }: StepProps): ReactNode => <NameFields wizard={wizard} />;

export const STEP_FIELDS: Readonly<Record<Exclude<Step, 'welcome' | 'reviewInfo'>, ComponentType<StepProps>>> = {
  selectCountry: CountryStep,
  imei: ImeiStep,
  reseller: ResellerStep,
  companyName: CompanyNameStep,
  name: NameStep,
  email: EmailStep,
  organizationNumber: OrgNumberStep,
  personalNumber: PersonalNumberStep,
  address: AddressStep,
  phoneNumber: PhoneStep,
  password: PasswordStep,
};
