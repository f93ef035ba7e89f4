import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { COUNTRIES } from '@spora/contract/countries';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useFirstError } from '../../lib/use-first-error.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { POSTAL_CODE_MAX } from '@spora/contract/limits';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { companyQuery, useCompanyWrite } from './queries.ts';
import frame from '../../ui/section.module.css';
import styles from './company-screen.module.css';

type Company = DataOf<'accounts.company'>;
type Change = InputOf<'accounts.update-company'>['body'];
const TEXTS = ['name', 'registration_id', 'contact_person', 'street', 'postal_code', 'city', 'phone', 'invoice_email'] as const;
const OPTIONS = ['members_may_create_groups', 'check_in_without_access'] as const;

/** ADM-016, ADM-007, ADM-008: who the company is, and what its members may do without asking. */
export function CompanyScreen(): ReactNode {
  const query = useQuery(companyQuery(useSend()));
  return (
    <Loaded query={query} heights={rowsOf(56, 6)} className={styles['form']}>
      {(data) => <CompanyForm company={data} />}
    </Loaded>
  );
}

/** What was changed; spaces around a text are no change. */
function changesOf(before: Company, after: Company): Change {
  const texts = TEXTS.filter((field) => after[field].trim() !== before[field]).map((field) => [field, after[field]]);
  const options = OPTIONS.filter((option) => after[option] !== before[option]).map((option) => [option, after[option]]);
  return Object.fromEntries([...texts, ...options]) as Change;
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
  members_may_create_groups: t('CompanyMembersCreate'),
  check_in_without_access: t('CompanyCheckIn'),
});

function CompanyForm(props: { company: Company }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  // What the form was opened with, or saved last; a refreshed answer must not overrule what is being typed.
  const [before, setBefore] = useState(props.company);
  const [company, setCompany] = useState(before);
  const write = useCompanyWrite();
  const form = useFirstError<HTMLFormElement>(write.error);
  const fields = errors.fields(write.error);
  const changes = changesOf(before, company);
  const isDirty = Object.keys(changes).length > 0;
  useUnsavedChanges(isDirty);
  const change = (patch: Partial<Company>): void => setCompany((typed) => ({ ...typed, ...patch }));
  const send = (body: Change): void =>
    write.mutate(body, {
      onSuccess: () => {
        setBefore(company);
        toasts.show({ text: t('Saved') });
      },
    });
  const was = Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof Company]]));
  const save = (): void => send({ ...changes, was });
  const takeTheirs = (): void => {
    setBefore(props.company);
    setCompany(props.company);
    write.reset();
  };
  const names = labelsOf(t, company.is_private);
  const theirs = differences<Company>(was, props.company).map((field) => ({
    label: field in names ? names[field as keyof typeof names] : String(field),
    value: String(props.company[field]),
  }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty && !write.isPending) save();
  };
  const text = (
    field: (typeof TEXTS)[number],
    label: string,
    more: { type?: string; maxLength?: number; help?: string } = {},
  ) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      maxLength={50}
      {...more}
      value={company[field]}
      onChange={(event) => change({ [field]: event.target.value })}
      error={fields[field] ?? null}
    />
  );
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate aria-label={t('CompanyTitle')}>
      <section className={frame['section']}>
        <h2>{company.is_private ? t('CompanyTitlePrivate') : t('CompanyTitle')}</h2>
        {text('name', company.is_private ? t('ProfileName') : t('CompanyName'))}
        {text('registration_id', company.is_private ? t('CompanyPersonalNumber') : t('CompanyNumber'))}
        {text('contact_person', t('ContactPersonLabel'))}
        {text('street', t('StreetLabel'))}
        <div className={styles['pair']}>
          {text('postal_code', t('PostalCodeLabel'), { maxLength: POSTAL_CODE_MAX + 1 })}
          {text('city', t('CityLabel'))}
        </div>
        {text('phone', t('ProfilePhone'), { type: 'tel', maxLength: 20 })}
        {text('invoice_email', t('CompanyInvoiceEmail'), { type: 'email', maxLength: 254, help: t('CompanyInvoiceEmailHelp') })}
      </section>
      <section className={frame['section']}>
        <h2>{t('CompanyOptions')}</h2>
        <CheckBox
          label={t('CompanyMembersCreate')}
          help={t('CompanyMembersCreateHelp')}
          checked={company.members_may_create_groups}
          onChange={(isOn) => change({ members_may_create_groups: isOn })}
        />
        <CheckBox
          label={t('CompanyCheckIn')}
          help={t('CompanyCheckInHelp')}
          checked={company.check_in_without_access}
          onChange={(isOn) => change({ check_in_without_access: isOn })}
        />
      </section>
      <Facts company={company} />
      {isChangedMeanwhile(write.error) ? (
        <ChangedMeanwhile changes={theirs} onTakeTheirs={takeTheirs} onOverwrite={() => send(changes)} />
      ) : (
        <FailureBanner failure={write.error} ownFields={TEXTS} onRetry={save} />
      )}
      <div className={styles['ends']}>
        {isDirty && <span className={frame['soft']}>{t('NotSaved')}</span>}
        {isDirty && (
          <Button
            onClick={() => {
              setCompany(before);
              write.reset();
            }}
          >
            {t('DiscardChanges')}
          </Button>
        )}
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!isDirty}>
          {write.isPending ? t('Saving') : t('Save')}
        </Button>
      </div>
    </form>
  );
}

/** Chosen at registration; what is counted in time and money hangs on them. */
function Facts(props: { company: Company }): ReactNode {
  const { company } = props;
  const t = useT();
  const country = COUNTRIES.find(({ code }) => code === company.country.toLowerCase());
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
        <div>
          <dt>{t('CompanyCurrency')}</dt>
          <dd>{company.currency}</dd>
        </div>
      </dl>
    </section>
  );
}
