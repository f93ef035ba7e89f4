import type { CarBenefit } from '@spora/contract/accounts/settings';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { readAmount } from '../../lib/amount.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useFirstError } from '../../lib/use-first-error.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { benefitToday } from './settings-model.ts';
import { carBenefitQuery, saveCarBenefit, useSettingsWrite } from './settings-queries.ts';
import frame from '../../ui/section.module.css';
import styles from '../../ui/settings.module.css';

const FIELDS = ['benefit_factor', 'reduced_line_km', 'private_occasions_max', 'private_km_max'] as const;
type Field = (typeof FIELDS)[number];

/** ADM-001, REP-006: what the benefit-value report counts with, by day, and which cars it is about. */
export function CarBenefitScreen(): ReactNode {
  const t = useT();
  return (
    <Loaded query={useQuery(carBenefitQuery(useSend()))}>
      {(data) => (
        <div className={styles['screen']}>
          <section className={frame['section']}>
            <p className={frame['soft']}>{t('BenefitLead')}</p>
            <BenefitTable {...data} />
            <BenefitForm {...data} />
          </section>
          <section className={frame['section']}>
            <h2>{t('BenefitCars')}</h2>
            {data.units.length === 0 ? (
              <p className={frame['soft']}>{t('BenefitCarsNone')}</p>
            ) : (
              <ul className={styles['list']}>
                {data.units.map(({ imei, name, has_fuel_benefit }, index) => (
                  <li key={index}>
                    {imei === null ? (
                      name
                    ) : (
                      <PageLink to={ADDRESSES.editUnit} search={{ imei, tab: 'access' }}>
                        {name}
                      </PageLink>
                    )}
                    {has_fuel_benefit && <span className={frame['soft']}> · {t('BenefitCarFuel')}</span>}
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </Loaded>
  );
}

type Data = DataOf<'accounts.car-benefit'>;

function BenefitTable({ settings, today }: Data): ReactNode {
  const t = useT();
  const format = useFormat();
  const current = benefitToday(settings, today);
  const shown = (value: number | null, decimals = 0): string => (value === null ? '–' : format.number(value, decimals));
  return (
    <Table
      label={t('BenefitTitle')}
      head={
        <>
          <th scope="col">{t('RateFrom')}</th>
          {FIELDS.map((field) => (
            <th key={field} scope="col" data-kind="number">
              {t(`BenefitShort-${field}`)}
            </th>
          ))}
        </>
      }
    >
      {settings.map((row) => (
        <tr key={row.valid_from}>
          <th scope="row">
            {row.is_default ? t('BenefitDefault') : row.valid_from}
            {row === current && <span className={frame['soft']}> · {t('BenefitInForce')}</span>}
          </th>
          {FIELDS.map((field) => (
            <td key={field} data-kind="number" data-label={t(`BenefitShort-${field}`)}>
              {shown(row[field], field === 'benefit_factor' ? 2 : 0)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const textsOf = (figures: CarBenefit | undefined, number: (value: number) => string): Record<Field, string> => ({
  benefit_factor: figures ? number(figures.benefit_factor) : '',
  reduced_line_km: figures?.reduced_line_km?.toString() ?? '',
  private_occasions_max: figures?.private_occasions_max?.toString() ?? '',
  private_km_max: figures?.private_km_max?.toString() ?? '',
});

function BenefitForm({ settings, today }: Data): ReactNode {
  const t = useT();
  const { decimal } = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const start = textsOf(benefitToday(settings, today), (value) => decimal(String(value)));
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [from, setFrom] = useState(today);
  const [faulty, setFaulty] = useState<readonly Field[]>([]);
  const write = useSettingsWrite(saveCarBenefit);
  const form = useFirstError<HTMLFormElement>(write.error);
  const fields = errors.fields(write.error);
  const isDirty = Object.keys(typed).length > 0;
  useUnsavedChanges(isDirty);
  const valueOf = (field: Field): string => typed[field] ?? start[field];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Empty means that the country knows no such line; the factor is needed in any case.
    const wrong = FIELDS.filter(
      (field) => readAmount(valueOf(field)) === null && (field === 'benefit_factor' || valueOf(field).trim() !== ''),
    );
    setFaulty(wrong);
    if (wrong.length > 0 || write.isPending) return;
    write.mutate(
      {
        valid_from: from,
        benefit_factor: readAmount(valueOf('benefit_factor')) as number,
        reduced_line_km: readAmount(valueOf('reduced_line_km')),
        private_occasions_max: readAmount(valueOf('private_occasions_max')),
        private_km_max: readAmount(valueOf('private_km_max')),
      },
      {
        onSuccess: () => {
          setTyped({});
          toasts.show({ text: t('Saved') });
        },
      },
    );
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate aria-label={t('BenefitNew')}>
      <h3>{t('BenefitNew')}</h3>
      <div className={styles['fields']}>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={t(`Benefit-${field}`)}
            help={t(`BenefitHelp-${field}`)}
            name={field}
            inputMode="decimal"
            autoComplete="off"
            value={valueOf(field)}
            onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
            error={faulty.includes(field) ? t('SpecifyWholeNumber') : (fields[field] ?? null)}
          />
        ))}
        <DayField
          label={t('RateFrom')}
          value={from}
          // A day that is not whole yet leaves the one before.
          onChange={(day) => day !== '' && setFrom(day)}
          error={fields['valid_from'] ?? null}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
      </div>
      <FailureBanner failure={write.error} ownFields={[...FIELDS, 'valid_from']} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
