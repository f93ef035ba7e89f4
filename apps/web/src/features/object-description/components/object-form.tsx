import type { ObjectDescription } from '@spora/contract/object-description/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { faultsOf, formOf, hasRegistration, inputOf, numbersOf, type ObjectForm as Form } from '../model.ts';
import { TYPE_GROUPS, type ObjectType } from '../public/object-types.ts';
import { useDescriptionChange } from '../queries.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import { LinksField } from './links-field.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

type TextName = Exclude<keyof Form, 'type' | 'links'>;
const NUMBER_LABELS = {
  hull_number: 'ObjectHullNumber',
  motor_number: 'ObjectMotorNumber',
  chassis_number: 'ObjectChassisNumber',
  serial_number: 'ObjectSerialNumber',
} as const;

/** OBJ-001, OBJ-004: the fields, those of the chosen type only. What was typed stays when saving fails. */
export function ObjectForm(props: { imei: string; description: ObjectDescription; draft: Draft<Form> }): ReactNode {
  const { imei, description, draft } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { changes, isDirty } = draft;
  const [tried, setTried] = useState(0);
  const saved = formOf(description);
  const form = { ...saved, ...changes };
  const change = useDescriptionChange(imei, (send, { changes: sent, was }: { changes: Partial<Form>; was?: Partial<Form> }) =>
    call(send, 'object-description.save', {
      params: { imei },
      body: { ...inputOf(sent, form.type), ...(was ? { was: inputOf(was, form.type) } : {}) },
    }),
  );
  const faults = tried > 0 ? faultsOf(form, new Date().getFullYear()) : {};
  const refused = errors.fields(change.error);
  const box = useFirstError<HTMLFormElement>(change.error ?? (tried > 0 && Object.keys(faults).length > 0 ? tried : null));
  const isReadOnly = !description.can.edit;

  const set = <F extends keyof Form>(field: F, value: Form[F]): void => {
    if (change.isError) change.reset();
    draft.set(saved, field, value);
  };
  const forget = (): void => {
    draft.forget();
    setTried(0);
    change.reset();
  };
  const save = (was?: Partial<Form>): void => {
    setTried((times) => times + 1);
    if (Object.keys(faultsOf(form, new Date().getFullYear())).length > 0) return;
    change.mutate(
      { changes, ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          draft.forget();
          setTried(0);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  };
  const texts: Record<keyof Form, readonly [label: string, value: string]> = {
    type: [t('ObjectType'), saved.type ? t(`ObjectType-${saved.type}`) : t('ObjectTypeNone')],
    manufacturer: [t('ObjectManufacturer'), saved.manufacturer],
    model: [t('ObjectModel'), saved.model],
    year: [t('ObjectYear'), saved.year],
    hull_number: [t('ObjectHullNumber'), saved.hull_number],
    motor_number: [t('ObjectMotorNumber'), saved.motor_number],
    chassis_number: [t('ObjectChassisNumber'), saved.chassis_number],
    serial_number: [t('ObjectSerialNumber'), saved.serial_number],
    insurance_company: [t('ObjectInsuranceCompany'), saved.insurance_company],
    insurance_number: [t('ObjectInsuranceNumber'), saved.insurance_number],
    links: [t('ObjectLinks'), saved.links.join(', ')],
  };
  const theirs = meanwhileOf(change.error, draft.began, saved, texts);
  const field = (name: TextName, label: string, more: { help?: string; maxLength?: number; inputMode?: 'numeric' } = {}) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      maxLength={100}
      value={form[name]}
      disabled={isReadOnly}
      onChange={(event) => set(name, event.target.value)}
      error={faults[name] ? t(faults[name] as 'YearInvalid') : (refused[name] ?? null)}
      {...more}
    />
  );

  return (
    <Section title={t('ObjectTitle')}>
      <form
        ref={box}
        className={frame['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty && !change.isPending) save(draft.began);
        }}
      >
        <p className={frame['soft']}>{t('ObjectIntro')}</p>
        <SelectField
          label={t('ObjectType')}
          name="type"
          value={form.type}
          disabled={isReadOnly}
          onChange={(event) => set('type', event.target.value as ObjectType | '')}
        >
          <option value="">{t('ObjectTypeNone')}</option>
          {(Object.keys(TYPE_GROUPS) as (keyof typeof TYPE_GROUPS)[]).map((group) => (
            <optgroup key={group} label={t(group)}>
              {TYPE_GROUPS[group].map((type) => (
                <option key={type} value={type}>
                  {t(`ObjectType-${type}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <div className={styles['pair']}>
          {field('manufacturer', t('ObjectManufacturer'))}
          {field('model', t('ObjectModel'))}
        </div>
        <div className={styles['pair']}>
          {field('year', t('ObjectYear'), { maxLength: 4, inputMode: 'numeric' })}
          {hasRegistration(form.type) && (
            <TextField
              label={t('TheftRegistration')}
              value={description.registration_number ?? ''}
              help={t('ObjectRegistrationHelp')}
              readOnly
            />
          )}
        </div>
        <div className={styles['pair']}>
          {numbersOf(form.type).map((name) => (
            <div key={name}>
              {field(name, t(NUMBER_LABELS[name]), {
                ...(name === 'hull_number' ? { help: t('ObjectHullNumberHelp'), maxLength: 20 } : {}),
                ...(name === 'motor_number' ? { help: t('ObjectMotorNumberHelp') } : {}),
              })}
            </div>
          ))}
        </div>
        <h4 className={styles['groupTitle']}>{t('ObjectInsurance')}</h4>
        <div className={styles['pair']}>
          {field('insurance_company', t('ObjectInsuranceCompany'))}
          {field('insurance_number', t('ObjectInsuranceNumber'))}
        </div>
        <LinksField
          links={form.links}
          faults={faults.links}
          refused={refused}
          isReadOnly={isReadOnly}
          onChange={(links) => set('links', links)}
        />
        {theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              draft.rebase(saved);
              setTried(0);
              change.reset();
            }}
            onOverwrite={() => save()}
          />
        ) : (
          change.isError && Object.keys(refused).length === 0 && <FailureBanner failure={change.error} onRetry="submit" />
        )}
        {isReadOnly ? (
          <p className={frame['soft']}>{t('UnitReadOnly')}</p>
        ) : (
          <div className={styles['line']}>
            <Button type="submit" look="primary" disabled={!isDirty} isBusy={change.isPending}>
              {change.isPending ? t('Saving') : t('Save')}
            </Button>
            {isDirty && !change.isPending && <Button onClick={forget}>{t('UnitForget')}</Button>}
            {isDirty && <span className={frame['soft']}>{t('UnitNotSavedYet')}</span>}
          </div>
        )}
      </form>
    </Section>
  );
}
