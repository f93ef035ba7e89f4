import type { UnitTripSettings } from '@spora/contract/units/settings';
import { TRIP_SETTING_LIMITS, TRIP_TYPES } from '@spora/contract/units/values';
import type { TripType } from '@spora/contract/units/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded, together } from '../../../ui/loaded.tsx';
import { call } from '../../../lib/call.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { measuresOf } from '../../../lib/measures.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { speedAddressQuery, tripSettingsQuery, useSettingChange } from '../queries.ts';
import {
  isSpeedLimit,
  limitsOf,
  type SpeedForm,
  speedEditOf,
  speedFormOf,
  speedLimits,
  tripEditOf,
  tripFaults,
  type TripForm,
  tripFormOf,
  type TripNumber,
} from '../settings-model.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { focusFirst } from '../use-unit-form.ts';
import { meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { BecomingPrivate } from './becoming-private.tsx';
import { FromField } from './from-field.tsx';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** UNIT-016, UNIT-018, UNIT-020: what trips are made by, and what is shown of speed and addresses. */
export function TripLogTab(props: {
  imei: string;
  isBoat?: boolean;
  trips: Draft<TripForm>;
  speed: Draft<SpeedForm>;
}): ReactNode {
  const { imei } = props;
  const t = useT();
  const send = useSend();
  const trips = useQuery(tripSettingsQuery(send, imei));
  const speed = useQuery(speedAddressQuery(send, imei));
  if (trips.data && speed.data)
    return (
      <div className={frame['sections']}>
        <Section title={t('SettingTripsTitle')}>
          <TripsForm imei={imei} isBoat={props.isBoat ?? false} settings={trips.data} draft={props.trips} />
        </Section>
        <Section title={t('SettingSpeedTitle')}>
          <SpeedAddressForm imei={imei} isBoat={props.isBoat ?? false} settings={speed.data} draft={props.speed} />
        </Section>
      </div>
    );
  return <NotLoaded query={together(trips, speed)} heights={[480]} isPart />;
}

const NUMBERS = {
  stop_timeout_s: ['SettingStop', 'SettingStopHelp'],
  ignition_off_s: ['SettingIgnition', 'SettingIgnitionHelp'],
  data_gap_s: ['SettingGap', 'SettingGapHelp'],
  min_distance_m: ['SettingDistance', 'SettingDistanceHelp'],
} as const;
const INPUTS = Array.from({ length: TRIP_SETTING_LIMITS.private_switch_input[1] }, (_, i) => i + 1);
const FIELDS = [...Object.keys(NUMBERS), 'default_trip_type', 'driver_id', 'private_switch_input', 'from'];

function TripsForm(props: { imei: string; isBoat: boolean; settings: UnitTripSettings; draft: Draft<TripForm> }): ReactNode {
  const { imei, settings, draft } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const typeText = useTripTypeText();
  const toasts = useToasts();
  const [hasTried, setTried] = useState(false);
  const save = useSettingChange(
    (send, { changes, was }: { changes: Partial<TripForm>; was?: Partial<TripForm> }) =>
      call(send, 'units.save-trip-settings', {
        params: { imei },
        body: { ...tripEditOf(changes), ...(was ? { was: tripEditOf({ ...was, from: '' }) } : {}) },
      }),
    (send) => tripSettingsQuery(send, imei),
  );
  const saved = tripFormOf(settings, LANGUAGE_FACTS[language].decimalSign);
  const values: TripForm = { ...saved, ...draft.changes };
  const faults = hasTried ? tripFaults(draft.changes) : [];
  const refused = useRefusals(save.error, values);
  const isReadOnly = !settings.can.edit;
  const set = <K extends keyof TripForm>(field: K, value: TripForm[K]): void => draft.set(saved, field, value);
  const errorOf = (field: TripNumber): string | null => {
    if (!faults.includes(field)) return refused[field] ?? null;
    const [least, most] = limitsOf(field);
    return t('SettingBetween', { least: format.number(least, least % 1 === 0 ? 0 : 1), most: format.number(most) });
  };
  const write = (was?: Partial<TripForm>): void =>
    save.mutate(
      { changes: draft.changes, ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          draft.forget();
          setTried(false);
          toasts.show({ text: t('SettingSaved') });
        },
      },
    );
  const submit = (): void => {
    setTried(true);
    const wrong = tripFaults(draft.changes);
    if (wrong.length > 0) focusFirst(wrong);
    else write(draft.began);
  };
  const texts: Partial<Record<keyof TripForm, readonly [label: string, value: string]>> = {
    default_trip_type: [t('UnitDefaultTripType'), typeText(saved.default_trip_type)],
    driver_id: [
      t(props.isBoat ? 'SettingDriverBoat' : 'SettingDriver'),
      settings.drivers.find(({ id }) => id === settings.driver_id)?.full_name ?? t('SettingNobody'),
    ],
    private_switch_input: [t('SettingSwitch'), saved.private_switch_input || t('SettingSwitchNone')],
    stop_timeout_s: [t('SettingStop'), saved.stop_timeout_s],
    ignition_off_s: [t('SettingIgnition'), saved.ignition_off_s],
    data_gap_s: [t('SettingGap'), saved.data_gap_s],
    min_distance_m: [t('SettingDistance'), saved.min_distance_m],
  };
  const number = (field: TripNumber): ReactNode => (
    <TextField
      label={t(NUMBERS[field][0])}
      help={t(NUMBERS[field][1])}
      name={field}
      inputMode="decimal"
      autoComplete="off"
      trailing={<span className={styles['unitText']}>{field === 'min_distance_m' ? 'm' : t('SettingMinutes')}</span>}
      value={values[field]}
      disabled={isReadOnly}
      onChange={(event) => set(field, event.target.value)}
      error={errorOf(field)}
    />
  );
  return (
    <form
      className={frame['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isDirty && !save.isPending) submit();
      }}
    >
      <SelectField
        label={t('UnitDefaultTripType')}
        help={t('UnitDefaultTripTypeHelp')}
        name="default_trip_type"
        value={values.default_trip_type}
        disabled={isReadOnly}
        onChange={(event) => set('default_trip_type', event.target.value as TripType)}
      >
        {TRIP_TYPES.map((type) => (
          <option key={type} value={type}>
            {typeText(type)}
          </option>
        ))}
      </SelectField>
      <div className={styles['pair']}>
        {number('stop_timeout_s')}
        {number('ignition_off_s')}
        {number('data_gap_s')}
        {number('min_distance_m')}
      </div>
      <div className={styles['pair']}>
        <SelectField
          label={t(props.isBoat ? 'SettingDriverBoat' : 'SettingDriver')}
          help={t('SettingDriverHelp')}
          name="driver_id"
          value={values.driver_id}
          disabled={isReadOnly}
          onChange={(event) => set('driver_id', event.target.value)}
          error={refused['driver_id'] ?? null}
        >
          <option value="">{t('SettingNobody')}</option>
          {settings.drivers.map(({ id, full_name }) => (
            <option key={id} value={String(id)}>
              {full_name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('SettingSwitch')}
          help={t('SettingSwitchHelp')}
          name="private_switch_input"
          value={values.private_switch_input}
          disabled={isReadOnly}
          onChange={(event) => set('private_switch_input', event.target.value)}
        >
          <option value="">{t('SettingSwitchNone')}</option>
          {INPUTS.map((input) => (
            <option key={input} value={String(input)}>
              {t('SettingSwitchInput', { number: String(input) })}
            </option>
          ))}
        </SelectField>
      </div>
      {settings.can.edit_past && (
        <FromField value={values.from} onChange={(day) => set('from', day)} error={refused['from'] ?? null} />
      )}
      <BecomingPrivate
        imei={imei}
        change={
          values.from !== '' && draft.changes.default_trip_type
            ? { from: values.from, default_trip_type: draft.changes.default_trip_type }
            : null
        }
      />
      {settings.valid_from && (
        <p className={frame['soft']}>{t('SettingSince', { time: format.dateTime(settings.valid_from) })}</p>
      )}
      <SaveLine
        form={{
          isDirty: draft.isDirty,
          isSaving: save.isPending,
          failure: save.error,
          forget: () => (draft.forget(), save.reset()),
          meanwhile: meanwhileOf(save.error, draft.began, saved, texts),
          overwrite: () => write(),
        }}
        isReadOnly={isReadOnly}
        fields={FIELDS}
      />
    </form>
  );
}

function SpeedAddressForm(props: {
  imei: string;
  isBoat: boolean;
  settings: DataOf<'units.speed-address'>;
  draft: Draft<SpeedForm>;
}): ReactNode {
  const { imei, isBoat, settings, draft } = props;
  const t = useT();
  const { speedUnit } = measuresOf(isBoat ? 'boat' : 'vehicle', useFormat());
  const toasts = useToasts();
  const [hasTried, setTried] = useState(false);
  const save = useSettingChange(
    (send, { changes, was }: { changes: Partial<SpeedForm>; was?: Partial<SpeedForm> }) =>
      call(send, 'units.save-speed-address', {
        params: { imei },
        body: { ...speedEditOf(changes, isBoat), ...(was ? { was: speedEditOf(was, isBoat, settings) } : {}) },
      }),
    (send) => speedAddressQuery(send, imei),
  );
  const saved = speedFormOf(settings, isBoat);
  const { min, max } = speedLimits(isBoat);
  const values: SpeedForm = { ...saved, ...draft.changes };
  const isReadOnly = !settings.can.edit;
  const isWrong = hasTried && !isSpeedLimit(values.speed_limit_kmh, isBoat);
  const write = (was?: Partial<SpeedForm>): void =>
    save.mutate(
      { changes: draft.changes, ...(was ? { was } : {}) },
      {
        onSuccess: () => {
          draft.forget();
          setTried(false);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  const submit = (): void => {
    setTried(true);
    if (isSpeedLimit(values.speed_limit_kmh, isBoat)) write(draft.began);
    else focusFirst(['speed_limit_kmh']);
  };
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const texts: Record<keyof SpeedForm, readonly [label: string, value: string]> = {
    hides_speed: [t('SettingHideSpeed'), onOff(saved.hides_speed)],
    speed_limit_kmh: [t('SettingSpeedLimit'), saved.speed_limit_kmh],
    resolves_addresses: [t('SettingAddresses'), onOff(saved.resolves_addresses)],
  };
  const refused = useRefusals(save.error, values);
  return (
    <form
      className={frame['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isDirty && !save.isPending) submit();
      }}
    >
      <CheckBox
        label={t('SettingHideSpeed')}
        help={t('SettingHideSpeedHelp')}
        checked={values.hides_speed}
        disabled={isReadOnly}
        onChange={(isOn) => draft.set(saved, 'hides_speed', isOn)}
      />
      <TextField
        label={t('SettingSpeedLimit')}
        help={t('SettingSpeedLimitHelp')}
        name="speed_limit_kmh"
        inputMode="numeric"
        autoComplete="off"
        trailing={<span className={styles['unitText']}>{speedUnit}</span>}
        value={values.speed_limit_kmh}
        disabled={isReadOnly}
        onChange={(event) => draft.set(saved, 'speed_limit_kmh', event.target.value)}
        error={isWrong ? t('SettingBetween', { least: String(min), most: String(max) }) : (refused['speed_limit_kmh'] ?? null)}
      />
      <CheckBox
        label={t('SettingAddresses')}
        help={t('SettingAddressesHelp')}
        checked={values.resolves_addresses}
        disabled={isReadOnly}
        onChange={(isOn) => draft.set(saved, 'resolves_addresses', isOn)}
      />
      <SaveLine
        form={{
          isDirty: draft.isDirty,
          isSaving: save.isPending,
          failure: save.error,
          forget: () => (draft.forget(), save.reset()),
          meanwhile: meanwhileOf(save.error, draft.began, saved, texts),
          overwrite: () => write(),
        }}
        isReadOnly={isReadOnly}
        fields={['speed_limit_kmh']}
      />
    </form>
  );
}
