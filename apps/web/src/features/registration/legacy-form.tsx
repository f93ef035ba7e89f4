import { COUNTRIES, countryOf } from '@spora/contract/countries';
import { USERNAME_MAX } from '@spora/contract/limits';
import { useEffect, useRef, type FocusEvent, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { usePublicConfig } from '../../lib/public-config.tsx';
import { PublicLink } from '../../lib/public-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordFields } from '../auth/public/password-fields.tsx';
import { ConfirmSubscription } from './components/confirm-subscription.tsx';
import { ImeiField } from './components/imei-field.tsx';
import { LeaveQuestion } from './components/leave-question.tsx';
import { TermsConsent } from './components/terms-consent.tsx';
import {
  companyPhoneKeys,
  isBegun,
  LEGACY_LIMITS,
  usedOf,
  withinLimit,
  type LegacyField,
  type LimitedField,
} from './legacy-model.ts';
import styles from './legacy-form.module.css';
import { cleanPhone } from './model.ts';
import { useLegacyForm, type LegacyForm as Form } from './use-legacy-form.ts';

interface CardProps {
  readonly form: Form;
}
type TextName = Exclude<LegacyField, 'hasAcceptedTerms' | 'country' | 'phoneCountry'>;

const text = ({ values, errorOf, change }: Form, name: TextName) => ({
  name,
  value: values[name],
  error: errorOf(name),
  onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
});

/** LEG-009: with a counter; what goes beyond the limit is not taken. */
function useLimited(form: Form) {
  const t = useT();
  return (name: LimitedField) => ({
    ...text(form, name),
    onChange: (event: { target: { value: string } }) =>
      form.change({ [name]: withinLimit(name, event.target.value, form.values[name]) }),
    help: t('InputFieldCharValidationMsg', { used: usedOf(name, form.values[name]), max: LEGACY_LIMITS[name] }),
  });
}

/** Names of inputs that other components choose. */
const FIELD_OF_INPUT: Readonly<Record<string, LegacyField>> = {
  'new-password': 'password',
  'repeat-password': 'passwordAgain',
  terms: 'hasAcceptedTerms',
};

/** LEG-001: one form, three cards. */
export function LegacyForm(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const { brand } = usePublicConfig();
  const form = useLegacyForm(brand);
  const element = useRef<HTMLFormElement>(null);
  const { refusals } = form;
  useDocumentTitle(t('Register'));
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.scrollIntoView({ block: 'center' });
    invalid?.focus({ preventScroll: true });
  }, [refusals]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.submit();
  };
  const leave = (event: FocusEvent<HTMLFormElement, Element>): void => {
    const { name } = event.target as { name?: string };
    if (name) form.leave(FIELD_OF_INPUT[name] ?? (name as LegacyField));
  };
  const isConfirming = form.phase === 'confirming' || form.phase === 'registering';
  return (
    <>
      <form ref={element} className={styles['form']} onSubmit={submit} onBlur={leave} noValidate aria-label={t('Register')}>
        <h1 className={styles['title']}>{t('Register')}</h1>
        <div className={styles['cards']}>
          <fieldset className={styles['card']}>
            <legend>{t('CardUnit')}</legend>
            <UnitFields form={form} hasComment={brand.capabilities.registrationComment} />
          </fieldset>
          <fieldset className={styles['card']}>
            <legend>{t('CardLogin')}</legend>
            <LoginFields form={form} />
          </fieldset>
          <fieldset className={styles['card']}>
            <legend>{t('CardCustomer')}</legend>
            <CustomerFields form={form} />
            <TermsConsent
              brand={brand}
              isAccepted={form.values.hasAcceptedTerms}
              error={form.errorOf('hasAcceptedTerms')}
              onChange={(hasAcceptedTerms) => form.change({ hasAcceptedTerms })}
            />
          </fieldset>
        </div>
        {form.failure !== null && !isConfirming && (
          <Banner
            tone="danger"
            action={
              <Button isSmall onClick={form.submit}>
                {t('Retry')}
              </Button>
            }
          >
            {errors.text(form.failure)}
          </Banner>
        )}
        <div className={styles['actions']}>
          <Button type="submit" look="primary" isBusy={form.phase === 'checking'} className={styles['submit']}>
            {form.phase === 'checking' ? t('WizardChecking') : t('Register')}
          </Button>
          <p className={styles['login']}>
            {t('AlreadyRegistered')} <PublicLink href={ADDRESSES.start}>{t('ToSignInInstead')}</PublicLink>
          </p>
        </div>
      </form>
      {isConfirming && <ConfirmSubscription form={form} brand={brand} />}
      <LeaveQuestion isDirty={isBegun(form.values)} />
    </>
  );
}

/** LEG-002. */
function UnitFields({ form, hasComment }: CardProps & { hasComment: boolean }): ReactNode {
  const t = useT();
  const limited = useLimited(form);
  const { help, ...imei } = limited('imei');
  return (
    <>
      <ImeiField {...imei} isFirst help={help} onChange={(value) => form.change({ imei: value })} />
      <TextField {...limited('reseller')} label={t('ResellerOptional')} autoComplete="off" />
      {hasComment && <TextArea {...limited('comment')} label={t('CommentLabel')} />}
    </>
  );
}

/** LEG-003. */
function LoginFields({ form }: CardProps): ReactNode {
  const t = useT();
  const limited = useLimited(form);
  return (
    <>
      <TextField {...limited('fullName')} label={t('FullNameLabel')} autoComplete="name" required />
      <TextField
        {...text(form, 'email')}
        label={t('EmailAsUsername')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX}
        required
      />
      <PasswordFields
        password={form.values.password}
        confirmation={form.values.passwordAgain}
        onPassword={(password) => form.change({ password })}
        onConfirmation={(passwordAgain) => form.change({ passwordAgain })}
        passwordError={form.errorOf('password')}
        confirmationError={form.errorOf('passwordAgain')}
      />
    </>
  );
}

/** LEG-004, LEG-010, LEG-011. */
function CustomerFields({ form }: CardProps): ReactNode {
  const t = useT();
  const limited = useLimited(form);
  const { values, change } = form;
  const companyPhone = limited('companyPhone');
  const { dialCode } = countryOf(values.phoneCountry);
  return (
    <>
      <TextField {...limited('companyName')} label={t('CompanyNameOptional')} autoComplete="organization" />
      <TextField
        {...companyPhone}
        label={t('CompanyPhoneLabel')}
        inputMode="tel"
        autoComplete="off"
        required
        onChange={(event) =>
          change({ companyPhone: withinLimit('companyPhone', companyPhoneKeys(event.target.value), values.companyPhone) })
        }
        help={`${t('CompanyPhoneHelp')} ${companyPhone.help}`}
      />
      <TextField {...limited('contactPerson')} label={t('ContactPersonLabel')} autoComplete="off" required />
      <TextField {...limited('address')} label={t('WizardStep_address')} autoComplete="address-line1" required />
      <div className={styles['pair']}>
        <TextField {...limited('zipCode')} label={t('PostalCodeLabel')} autoComplete="postal-code" required />
        <TextField {...limited('city')} label={t('CityLabel')} autoComplete="address-level2" required />
      </div>
      <SelectField
        label={t('WizardStep_selectCountry')}
        name="country"
        autoComplete="country"
        value={values.country}
        error={form.errorOf('country')}
        onChange={({ target }) => {
          const chosen = COUNTRIES.find(({ code }) => code === target.value)?.code;
          // The number is most likely of the same country; once it is typed, it stays as it is.
          const phoneCountry = values.phone === '' ? (chosen ?? values.phoneCountry) : values.phoneCountry;
          change({ country: chosen ?? '', phoneCountry });
        }}
      >
        <option value="">{t('ChooseCountry')}</option>
        <CountryOptions />
      </SelectField>
      <div className={styles['phone']}>
        <SelectField
          label={t('PhoneCountryLabel')}
          name="phoneCountry"
          autoComplete="off"
          value={values.phoneCountry}
          onChange={({ target }) => change({ phoneCountry: countryOf(target.value).code })}
        >
          <CountryOptions hasDialCode />
        </SelectField>
        <TextField
          {...text(form, 'phone')}
          label={t('WizardStep_phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={40}
          required
          onChange={(event) => change({ phone: cleanPhone(event.target.value, dialCode) })}
          help={t(`PhoneHelp_${values.phoneCountry}`)}
        />
      </div>
    </>
  );
}

function CountryOptions(props: { hasDialCode?: boolean }): ReactNode {
  const t = useT();
  return COUNTRIES.map(({ code, dialCode }) => (
    <option key={code} value={code}>
      {props.hasDialCode ? `${t(`Country_${code}`)} +${dialCode}` : t(`Country_${code}`)}
    </option>
  ));
}
