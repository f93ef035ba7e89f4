import type { CarBenefit } from '@spora/contract/accounts/settings';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { readAmount } from '../../lib/amount.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../ui/changed-meanwhile.tsx';
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

/** The figures of a day as the server compares them: each null where nobody has set any. */
const figuresOf = (settings: readonly CarBenefit[], day: string): Record<Field, number | null> => {
  const row = settings.find(({ valid_from }) => valid_from === day);
  return Object.fromEntries(FIELDS.map((field) => [field, row?.[field] ?? null])) as Record<Field, number | null>;
};

function BenefitForm({ settings, today }: Data): ReactNode {
  const t = useT();
  const { decimal, number } = useFormat();
  const toasts = useToasts();
  const write = useSettingsWrite(saveCarBenefit);
  // What was shown when typing began (ERR-041).
  const [seen, setSeen] = useState(settings);
  const begin = (from: string) => ({
    ...textsOf(benefitToday(settings, today), (value) => decimal(String(value))),
    valid_from: from,
  });
  // Empty means that the country knows no such line; the factor is needed in any case.
  const isWrong = (field: Field, text: string): boolean =>
    readAmount(text) === null && (field === 'benefit_factor' || text.trim() !== '');
  const draft = useDraftForm({
    first: begin(today),
    faultsOf: (form) =>
      Object.fromEntries(FIELDS.map((field) => [field, isWrong(field, form[field]) ? ('SpecifyWholeNumber' as const) : null])),
    write,
    send: (form) => save(form, figuresOf(seen, form.valid_from)),
  });
  const { form, set, restart, rebase, errorOf, submit, place, isDirty } = draft;
  useUnsavedChanges(isDirty);
  const save = (typed: typeof form, was?: Record<Field, number | null>): void =>
    write.mutate(
      {
        valid_from: typed.valid_from,
        benefit_factor: readAmount(typed.benefit_factor) as number,
        reduced_line_km: readAmount(typed.reduced_line_km),
        private_occasions_max: readAmount(typed.private_occasions_max),
        private_km_max: readAmount(typed.private_km_max),
        was,
      },
      {
        onSuccess: () => {
          restart(typed);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  const shown = (value: number | null, decimals: number): string => (value === null ? '–' : number(value, decimals));
  const texts = (field: Field): readonly [string, string] => [
    t(`BenefitShort-${field}`),
    shown(figuresOf(settings, form.valid_from)[field], field === 'benefit_factor' ? 2 : 0),
  ];
  const theirs = meanwhileOf<Record<Field, number | null>>(
    write.error,
    figuresOf(seen, form.valid_from),
    figuresOf(settings, form.valid_from),
    Object.fromEntries(FIELDS.map((field) => [field, texts(field)])),
  );
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('BenefitNew')}>
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
            value={form[field]}
            onChange={(event) => {
              if (!isDirty) setSeen(settings);
              set(field, event.target.value);
            }}
            error={errorOf(field)}
          />
        ))}
        <DayField
          label={t('RateFrom')}
          value={form.valid_from}
          // A day that is not whole yet leaves the one before.
          onChange={(day) => day !== '' && set('valid_from', day)}
          error={errorOf('valid_from')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
      </div>
      {theirs ? (
        <ChangedMeanwhile
          changes={theirs}
          onTakeTheirs={() => {
            rebase(begin(form.valid_from));
            write.reset();
          }}
          onOverwrite={() => save(form)}
        />
      ) : (
        <FailureBanner failure={write.error} ownFields={[...FIELDS, 'valid_from']} onRetry="submit" />
      )}
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
