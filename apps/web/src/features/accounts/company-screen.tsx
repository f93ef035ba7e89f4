import { ACCOUNT_CURRENCIES } from '@spora/contract/accounts/values';
import type { DataOf } from '@spora/contract/endpoint-map';
import { COUNTRIES } from '@spora/contract/countries';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { looksLikeEmail } from '../../lib/email-look.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { FormFaults } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { SecondLook, useAskedOnce, useIsLeft } from '../../ui/second-look.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  orgNumberFault,
  orgNumberWarning,
  PHONE_DIGITS,
  phoneDigits,
  postalCodeFault,
  postalCodeWarning,
  privateNumberFault,
} from '@spora/contract/identity';
import { POSTAL_CODE_MAX } from '@spora/contract/limits';
import { ChangeRefusal } from '../../ui/change-refusal.tsx';
import { useChangeForm } from '../../ui/use-change-form.ts';
import { companyQuery, useCompanyWrite } from './queries.ts';
import frame from '../../ui/section.module.css';
import styles from './company-screen.module.css';

type Company = DataOf<'accounts.company'>;
const TEXTS = ['name', 'registration_id', 'contact_person', 'street', 'postal_code', 'city', 'phone', 'invoice_email'] as const;
const OPTIONS = ['members_may_create_groups', 'check_in_without_access'] as const;
type Field = (typeof TEXTS)[number] | (typeof OPTIONS)[number] | 'currency';
const FIELDS: readonly Field[] = [...TEXTS, 'currency', ...OPTIONS];

/** ADM-016, ADM-007, ADM-008: who the company is, and what its members may do without asking. */
export function CompanyScreen(): ReactNode {
  const query = useQuery(companyQuery(useSend()));
  return (
    <Loaded query={query} heights={rowsOf(56, 6)} className={styles['form']}>
      {(data) => <CompanyForm company={data} />}
    </Loaded>
  );
}

const labelsOf = (t: ReturnType<typeof useT>, isPrivate: boolean) => ({
  name: isPrivate ? t('ProfileName') : t('CompanyName'),
  registration_id: isPrivate ? t('CompanyPersonalNumber') : t('CompanyNumber'),
  contact_person: t('ContactPersonLabel'),
  street: t('StreetLabel'),
  postal_code: t('PostalCodeLabel'),
  city: t('CityLabel'),
  phone: t('ProfilePhone'),
  invoice_email: t('CompanyInvoiceEmail'),
  currency: t('CompanyCurrency'),
  members_may_create_groups: t('CompanyMembersCreate'),
  check_in_without_access: t('CompanyCheckIn'),
});

/** What can be changed; spaces around a text are no change. */
const formOf = (company: Company): Pick<Company, Field> =>
  Object.fromEntries(FIELDS.map((field) => [field, company[field]])) as Pick<Company, Field>;
const tidy = (form: Pick<Company, Field>): Pick<Company, Field> => ({
  ...form,
  ...(Object.fromEntries(TEXTS.map((field) => [field, form[field].trim()])) as Pick<Company, (typeof TEXTS)[number]>),
});

const countryIn = ({ country }: Company) => COUNTRIES.find(({ code }) => code === country.toLowerCase());

/** What is wrong with what was changed, all of it at once, as the server judges it; what stood before is nobody's fault here. */
function faultsOf(form: Pick<Company, Field>, company: Company): FormFaults {
  const country = countryIn(company)?.code;
  const typed = (field: (typeof TEXTS)[number]): string => (form[field] === company[field] ? '' : form[field].trim());
  const [number, code, mail] = [typed('registration_id'), typed('postal_code'), typed('invoice_email')];
  return {
    name: form.name.trim() !== '' ? null : company.is_private ? 'SpecifyFullName' : 'SpecifyCompanyName',
    registration_id:
      number && country && !number.includes('•')
        ? company.is_private
          ? privateNumberFault(country, number, new Date())
          : orgNumberFault(number)
        : null,
    postal_code: code && country ? postalCodeFault(country, code) : null,
    phone: PHONE_DIGITS.test(phoneDigits(typed('phone'))) ? null : 'InvalidPhone',
    invoice_email: mail === '' || looksLikeEmail(mail) ? null : 'EnterValidEmail',
  };
}

/** What looks odd and may be right: a company's number, and a postal code. Null too for what is refused or empty, which is told otherwise. */
function oddOf(form: Pick<Company, 'registration_id' | 'postal_code'>, company: Company) {
  const country = countryIn(company)?.code;
  const number = form.registration_id.trim();
  const isJudged = !company.is_private && number !== '' && orgNumberFault(number) === null;
  return {
    registration_id: country && isJudged ? orgNumberWarning(country, number) : null,
    postal_code: country ? postalCodeWarning(country, form.postal_code) : null,
  };
}

function CompanyForm({ company }: { company: Company }): ReactNode {
  const t = useT();
  const write = useCompanyWrite();
  const names = labelsOf(t, company.is_private);
  const saved = formOf(company);
  const draft = useChangeForm({
    saved,
    write,
    send: ({ changes, was }, onSuccess) => write.mutate({ ...changes, was }, { onSuccess }),
    texts: Object.fromEntries(
      FIELDS.map((field) => [
        field,
        [names[field], typeof saved[field] === 'boolean' ? t(saved[field] ? 'SettingOn' : 'SettingOff') : saved[field]],
      ]),
    ) as unknown as Record<Field, readonly [string, string]>,
    tidy,
    faultsOf: (form) => faultsOf(form, company),
  });
  const { form, set, errorOf, place, isChanged } = draft;
  const [number, code] = [useIsLeft(), useIsLeft()];
  const country = countryIn(company);
  const odd = oddOf(form, company);
  // What stood before is nobody's to be asked about now.
  const typedOdd = (['registration_id', 'postal_code'] as const).filter((field) => odd[field] && form[field] !== saved[field]);
  const asked = useAskedOnce(typedOdd.map((field) => `${field} ${form[field]}`).join(' ') || null);
  const isFine = Object.values(faultsOf(form, company)).every((fault) => !fault);
  const submit = (event: FormEvent): void => {
    if (!isFine || !asked.holds()) return draft.submit(event);
    event.preventDefault();
    // It may be far above the button.
    place.current?.querySelector<HTMLElement>(`[name="${typedOdd[0]}"]`)?.focus();
  };
  const asksNumber = !company.is_private || country?.needsPersonalNumber !== false || company.registration_id !== '';
  const text = (
    field: (typeof TEXTS)[number],
    label: string,
    more: { type?: string; maxLength?: number; help?: string; onFocus?: () => void; onBlur?: () => void } = {},
  ) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      maxLength={50}
      {...more}
      value={form[field]}
      onChange={(event) => set(field, event.target.value)}
      error={errorOf(field)}
    />
  );
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('CompanyTitle')}>
      <section className={frame['section']}>
        <h2>{company.is_private ? t('CompanyTitlePrivate') : t('CompanyTitle')}</h2>
        {text('name', company.is_private ? t('ProfileName') : t('CompanyName'))}
        {asksNumber &&
          text('registration_id', company.is_private ? t('CompanyPersonalNumber') : t('CompanyNumber'), {
            onFocus: number.onFocus,
            onBlur: number.onBlur,
          })}
        {odd.registration_id && (number.isLeft || asked.isAsked) && <SecondLook text={t(odd.registration_id)} />}
        {text('contact_person', t('ContactPersonLabel'))}
        {text('street', t('StreetLabel'))}
        <div className={styles['pair']}>
          {text('postal_code', t('PostalCodeLabel'), {
            maxLength: POSTAL_CODE_MAX + 1,
            onFocus: code.onFocus,
            onBlur: code.onBlur,
          })}
          {text('city', t('CityLabel'))}
        </div>
        {odd.postal_code && (code.isLeft || asked.isAsked) && <SecondLook text={t(odd.postal_code)} />}
        {text('phone', t('ProfilePhone'), { type: 'tel', maxLength: 20 })}
        {text('invoice_email', t('CompanyInvoiceEmail'), { type: 'email', maxLength: 254, help: t('CompanyInvoiceEmailHelp') })}
        <SelectField
          label={t('CompanyCurrency')}
          name="currency"
          value={form.currency}
          onChange={({ target }) => set('currency', ACCOUNT_CURRENCIES.find((each) => each === target.value) ?? form.currency)}
          help={t('CompanyCurrencyHelp')}
        >
          {ACCOUNT_CURRENCIES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </section>
      <section className={frame['section']}>
        <h2>{t('CompanyOptions')}</h2>
        <CheckBox
          label={t('CompanyMembersCreate')}
          help={t('CompanyMembersCreateHelp')}
          checked={form.members_may_create_groups}
          onChange={(isOn) => set('members_may_create_groups', isOn)}
        />
        <CheckBox
          label={t('CompanyCheckIn')}
          help={t('CompanyCheckInHelp')}
          checked={form.check_in_without_access}
          onChange={(isOn) => set('check_in_without_access', isOn)}
        />
      </section>
      <Facts company={company} />
      <ChangeRefusal draft={draft} failure={write.error} ownFields={TEXTS} onRetry={() => place.current?.requestSubmit()} />
      <div className={styles['ends']}>
        {isChanged && <span className={frame['soft']}>{t('NotSaved')}</span>}
        {isChanged && <Button onClick={draft.discard}>{t('DiscardChanges')}</Button>}
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!isChanged}>
          {write.isPending ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}

/** Chosen at registration; times, days off and tax rules hang on them. */
function Facts(props: { company: Company }): ReactNode {
  const { company } = props;
  const t = useT();
  const country = countryIn(company);
  return (
    <section className={frame['section']}>
      <h2>{t('CompanyFacts')}</h2>
      <p className={frame['soft']}>{t('CompanyFactsHelp')}</p>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('CompanyCountry')}</dt>
          <dd>{country ? t(`Country_${country.code}`) : company.country}</dd>
        </div>
        <div>
          <dt>{t('CompanyTimeZone')}</dt>
          <dd>{company.time_zone}</dd>
        </div>
      </dl>
    </section>
  );
}
