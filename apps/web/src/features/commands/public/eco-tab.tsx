import type { EcoData, EcoThresholds } from '@spora/contract/commands/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { call } from '../../../lib/call.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useDraft, type Draft } from '../../../lib/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { type EcoField, type EcoForm, ecoFormOf, isPending, NO_THRESHOLDS, readEco } from '../model.ts';
import { ecoQuery, useCommand } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../components/commands.module.css';
import { Progress } from '../components/progress.tsx';
import { Section } from '../../../ui/section.tsx';

/** UNIT-021: what was typed and not sent, kept while another tab is open. */
export const useEcoDraft = (): Draft<EcoForm> => useDraft<EcoForm>();

/** UNIT-029, UNIT-030: thresholds that the unit judges the driving by; in force once it has confirmed them. */
export function EcoTab(props: { imei: string; draft: Draft<EcoForm> }): ReactNode {
  const t = useT();
  const query = useQuery(ecoQuery(useSend(), props.imei));
  const { data } = query;
  if (data)
    return (
      <Section title={t('EcoDriving')}>
        {data.profile ? <EcoFields {...props} eco={data} /> : <p className={frame['soft']}>{t('EcoNoProfile')}</p>}
      </Section>
    );
  return <NotLoaded query={query} heights={[320]} isPart />;
}

/** Thresholds as they were told; each null where none was ever sent. */
type Told = { readonly [Field in keyof EcoThresholds]: EcoThresholds[Field] | null };

function EcoFields({ imei, draft, eco }: { imei: string; draft: Draft<EcoForm>; eco: EcoData }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const { language } = useLanguage();
  const { speedUnit } = useFormat();
  const [wasTried, setWasTried] = useState(false);
  const order = useCommand((send, { thresholds, was }: { thresholds: EcoThresholds; was?: Told }) =>
    call(send, 'commands.set-eco-driving', {
      params: { imei },
      body: { ...thresholds, confirm: eco.needs_confirmation, ...(was ? { was } : {}) },
    }),
  );
  const stands = eco.wished ?? eco.thresholds;
  const saved = ecoFormOf(stands, LANGUAGE_FACTS[language].decimalSign);
  const form: EcoForm = { ...saved, ...draft.changes };
  // They are sent as a whole: what the form shows beside the changes must stand as well.
  const told = readEco({ ...saved, ...draft.began });
  const began: Told = stands && 'thresholds' in told ? told.thresholds : NO_THRESHOLDS;
  const read = readEco(form);
  const faults = wasTried && 'faults' in read ? read.faults : {};
  const isBusy = isPending(eco.last);
  const isReadOnly = !eco.can.send || isBusy;
  const write = (was?: Told): void => {
    setWasTried(true);
    if (isReadOnly || order.isPending || 'faults' in read) return;
    order.mutate(
      { thresholds: read.thresholds, ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          draft.forget();
          setWasTried(false);
          toasts.show({ text: t('EcoOrdered') });
        },
      },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    write(began);
  };
  const forget = (): void => {
    draft.forget();
    order.reset();
  };
  const texts: Record<keyof EcoThresholds, readonly [label: string, value: string]> = {
    is_on: [t('EcoOn'), saved.isOn ? t('SettingOn') : t('SettingOff')],
    acceleration_ms2: [t('EcoAcceleration'), `${saved.acceleration} m/s²`],
    braking_ms2: [t('EcoBraking'), `${saved.braking} m/s²`],
    cornering_ms2: [t('EcoCornering'), `${saved.cornering} m/s²`],
    max_speed_kmh: [t('EcoMaxSpeed'), saved.maxSpeed ? `${saved.maxSpeed} ${speedUnit}` : '–'],
  };
  const theirs = meanwhileOf<Told>(order.error, order.variables?.was ?? {}, stands ?? NO_THRESHOLDS, texts);
  const field = (name: EcoField, label: string, unit: string, help?: string): ReactNode => {
    const fault = faults[name];
    return (
      <TextField
        label={label}
        help={help}
        inputMode="decimal"
        autoComplete="off"
        trailing={<span className={styles['unitText']}>{unit}</span>}
        value={form[name]}
        disabled={isReadOnly}
        onChange={(event) => draft.set(saved, name, event.target.value)}
        error={fault ? (t as (key: typeof fault) => string)(fault) : null}
      />
    );
  };
  return (
    <form className={frame['form']} noValidate onSubmit={submit}>
      <p className={frame['soft']}>{eco.thresholds === null && eco.wished === null ? t('EcoNeverSent') : t('EcoLead')}</p>
      {eco.last && <Progress imei={imei} command={eco.last} wished={t('EcoDriving')} />}
      <Switch label={t('EcoOn')} isOn={form.isOn} isDisabled={isReadOnly} onChange={(isOn) => draft.set(saved, 'isOn', isOn)} />
      <div className={styles['pair']}>
        {field('acceleration', t('EcoAcceleration'), 'm/s²')}
        {field('braking', t('EcoBraking'), 'm/s²')}
        {field('cornering', t('EcoCornering'), 'm/s²')}
        {field('maxSpeed', t('EcoMaxSpeed'), speedUnit, t('EcoMaxSpeedHelp'))}
      </div>
      {theirs && !isReadOnly ? (
        <ChangedMeanwhile
          changes={theirs}
          onTakeTheirs={() => {
            draft.rebase(saved);
            order.reset();
          }}
          onOverwrite={() => write()}
        />
      ) : (
        order.error && <FailureBanner failure={order.error} onRetry="submit" />
      )}
      {eco.can.send ? (
        <div className={styles['saveLine']}>
          <Button type="submit" look="primary" disabled={isBusy} isBusy={order.isPending}>
            {eco.needs_confirmation ? t('EcoSendAgain') : t('EcoSend')}
          </Button>
          {draft.isDirty && <Button onClick={forget}>{t('UnitForget')}</Button>}
          {draft.isDirty && <span className={frame['soft']}>{t('UnitNotSavedYet')}</span>}
        </div>
      ) : (
        <p className={frame['soft']}>{t('EcoReadOnly')}</p>
      )}
    </form>
  );
}
