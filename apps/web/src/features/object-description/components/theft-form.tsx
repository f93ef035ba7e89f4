import type { TheftFacts, TheftPage } from '@spora/contract/object-description/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { theftFaults, theftInputOf, type TheftForm as Form } from '../model.ts';
import { useTheftChange } from '../queries.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

type TextName = Exclude<keyof Form, 'stolen_on' | 'include_private'>;
const TRACK_DAYS = 30;

/** OBJ-003, OBJ-008: what is known of the theft; each press of the button makes a version of the report. */
export function TheftForm(props: { imei: string; page: TheftPage; draft: Draft<Form> }): ReactNode {
  const { imei, page, draft } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const toasts = useToasts();
  const { changes } = draft;
  const [tried, setTried] = useState(0);
  const saved: Form = { ...page.draft, include_private: false };
  const form: Form = { ...saved, ...changes };
  // The report is made of the whole form: what it shows beside the changes must stand as well.
  const { include_private: _private, ...began }: Form = { ...saved, ...draft.began };
  const today = format.day(new Date());
  const make = useTheftChange(imei, (send, was: TheftFacts | null) =>
    call(send, 'object-description.make-theft-report', {
      params: { imei },
      body: { ...theftInputOf(form), ...(was ? { was } : {}) },
    }),
  );
  const faults = tried > 0 ? theftFaults(form, today) : {};
  const refused = useRefusals(make.error, form);
  const box = useFirstError<HTMLFormElement>(make.error ?? (tried > 0 && Object.keys(faults).length > 0 ? tried : null));
  const set = <F extends keyof Form>(field: F, value: Form[F]): void => draft.set(saved, field, value);
  const errorOf = (field: keyof Form): string | null =>
    faults[field] ? t(faults[field] as 'SpecifyName') : (refused[field] ?? null);
  const submit = (was: TheftFacts | null): void => {
    setTried((times) => times + 1);
    if (Object.keys(theftFaults(form, today)).length > 0) return;
    make.mutate(was, {
      onSuccess: ({ latest }) => {
        draft.forget();
        setTried(0);
        toasts.show({ text: t('TheftMade', { version: latest?.version ?? 1 }) });
      },
    });
  };
  const texts: Partial<Record<keyof Form, readonly [label: string, value: string]>> = {
    stolen_on: [t('TheftDate'), saved.stolen_on ?? ''],
    stolen_from: [t('TheftFrom'), saved.stolen_from],
    circumstances: [t('TheftCircumstances'), saved.circumstances],
    owner_name: [t('TheftOwnerName'), saved.owner_name],
    owner_email: [t('TheftOwnerEmail'), saved.owner_email],
    owner_phone: [t('TheftOwnerPhone'), saved.owner_phone],
    police_station: [t('TheftPoliceStation'), saved.police_station],
    police_report_number: [t('TheftReportNumber'), saved.police_report_number],
    claim_number: [t('TheftClaimNumber'), saved.claim_number],
  };
  const theirs = meanwhileOf(make.error, make.variables ?? {}, saved, texts);
  const field = (name: TextName, label: string, more: { placeholder?: string; type?: 'email' | 'tel' } = {}) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      maxLength={100}
      value={form[name]}
      onChange={(event) => set(name, event.target.value)}
      error={errorOf(name)}
      {...more}
    />
  );

  return (
    <Section title={t('TheftTitle')}>
      <form
        ref={box}
        className={frame['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) submit(began);
        }}
      >
        <p className={frame['soft']}>{t('TheftIntro', { count: TRACK_DAYS })}</p>
        <Banner tone="information">{t('TheftBattery')}</Banner>
        <h4 className={styles['groupTitle']}>{t('TheftInformation')}</h4>
        <div className={styles['pair']}>
          <DayField
            label={t('TheftDate')}
            value={form.stolen_on ?? ''}
            max={today}
            onChange={(day) => set('stolen_on', day || null)}
            error={errorOf('stolen_on')}
            texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          />
          {field('stolen_from', t('TheftFrom'), { placeholder: t('TheftFromExample') })}
        </div>
        <TextArea
          label={t('TheftCircumstances')}
          help={t('TheftCircumstancesHelp')}
          name="circumstances"
          maxLength={1000}
          value={form.circumstances}
          onChange={(event) => set('circumstances', event.target.value)}
          error={errorOf('circumstances')}
        />
        <h4 className={styles['groupTitle']}>{t('TheftOwner')}</h4>
        {field('owner_name', t('TheftOwnerName'))}
        <div className={styles['pair']}>
          {field('owner_email', t('TheftOwnerEmail'), { type: 'email' })}
          {field('owner_phone', t('TheftOwnerPhone'), { type: 'tel' })}
        </div>
        <h4 className={styles['groupTitle']}>{t('TheftPolice')}</h4>
        <div className={styles['pair']}>
          {field('police_station', t('TheftPoliceStation'))}
          {field('police_report_number', t('TheftReportNumber'))}
        </div>
        {field('claim_number', t('TheftClaimNumber'))}
        <CheckBox
          label={t('TheftPrivate')}
          help={t('TheftPrivateHelp')}
          checked={form.include_private}
          onChange={(isChecked) => set('include_private', isChecked)}
        />
        {theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              draft.rebase(saved);
              setTried(0);
              make.reset();
            }}
            onOverwrite={() => submit(null)}
          />
        ) : (
          make.isError &&
          Object.keys(errors.fields(make.error)).length === 0 && <FailureBanner failure={make.error} onRetry="submit" />
        )}
        <div className={styles['line']}>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            {make.isPending ? t('TheftMaking') : page.latest ? t('TheftMakeNext') : t('TheftMake')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
