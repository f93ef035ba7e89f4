import { instantOf } from '@spora/calendar/zones';
import { UNIT_NAME_MAX } from '@spora/contract/limits';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { askedOf, FUEL_TYPES, KINDS_WITHOUT_PLATE, UNIT_KINDS, type UnitKind } from '@spora/contract/units/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { fuelUnitOf, readNumber, type FuelType } from '../form-model.ts';
import { forgetUnits, unitQuery } from '../queries.ts';
import { NumberField, TimeField } from './replace-dialog.tsx';
import { typeKindOf } from '../../../lib/kind-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

interface Car {
  /** Of the vehicle that the tracker leaves. */
  readonly number: string;
  readonly name: string;
  readonly plate: string;
  readonly kind: UnitKind;
  readonly type: string;
  readonly fuel: FuelType | '';
  readonly consumption: string;
  readonly co2: string;
  readonly odometer: string;
  readonly from: string;
}

/** UNIT-003: what has no odometer is not asked for one. */
const hasOdometer = ({ kind, fuel }: Car): boolean => askedOf({ kind, fuel_type: fuel || null }).includes('odometer');

/**
 * UNIT-010, UNIT-011: the tracker moves to another vehicle at a chosen time; earlier trips stay with the old one. Without a unit the old
 * vehicle is named by its registration number (UNIT-008).
 */
export function ChangeCarDialog(props: {
  unit: (UnitDetails & { readonly imei: string }) | null;
  onClose: () => void;
  onChanged: (name: string) => void;
}): ReactNode {
  const { unit } = props;
  const kind = unit?.kind ?? 'vehicle';
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const { timeZone } = useFormat();
  const change = useMutation({
    mutationFn: (car: Car) => {
      const at = instantOf(car.from, timeZone);
      return call(send, 'units.change-car', {
        body: {
          ...(unit ? { imei: unit.imei } : { current_registration_number: car.number }),
          name: car.name,
          registration_number: car.plate,
          kind: car.kind,
          vehicle_type: car.type.trim() || null,
          fuel_type: car.fuel || null,
          consumption_per_10km: readNumber(car.consumption) ?? null,
          co2_g_per_km: readNumber(car.co2) ?? null,
          odometer_km: hasOdometer(car) ? (readNumber(car.odometer) ?? null) : null,
          ...(unit ? { colour: unit.colour, marker_symbol: unit.marker_symbol, department: unit.department } : {}),
          ...(at ? { from: at } : {}),
        },
      });
    },
    onSuccess: (_answer, car) => {
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: unit ? unitQuery(send, unit.imei).queryKey : ['units.get'] });
      props.onChanged(car.name.trim());
    },
  });
  const draft = useDraftForm<Car>({
    first: {
      number: '',
      name: '',
      plate: '',
      kind,
      type: '',
      fuel: '',
      consumption: '',
      co2: '',
      odometer: '',
      from: '',
    },
    faultsOf: (typed) => ({
      current_registration_number: unit || typed.number.trim() ? null : 'SpecifyRegistrationNumber',
      name: typed.name.trim() === '' ? 'SpecifyName' : null,
      registration_number:
        typed.plate.trim() === '' && !KINDS_WITHOUT_PLATE.includes(typed.kind) ? 'SpecifyRegistrationNumber' : null,
      consumption_per_10km: readNumber(typed.consumption) === undefined ? 'UnitNumberInvalid' : null,
      co2_g_per_km: readNumber(typed.co2) === undefined ? 'UnitNumberInvalid' : null,
      odometer_km: hasOdometer(typed) && readNumber(typed.odometer) === undefined ? 'InvalidOdometer' : null,
    }),
    write: change,
    send: (typed) => change.mutate(typed),
  });
  const { form: car, change: set, errorOf } = draft;
  const close = useCarefulClose(car.name !== '' || car.plate !== '' || car.number !== '', props.onClose);
  return (
    <Dialog title={t('UnitChangeCar', { kind })} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={frame['form']} noValidate onSubmit={draft.submit}>
        <p>{unit ? t('UnitChangeCarText', { name: unit.name, kind }) : t('UnitChangeCarByNumber')}</p>
        {!unit && (
          <NumberField
            label={t('UnitOldNumber')}
            value={car.number}
            onChange={(number) => set({ number })}
            error={errorOf('current_registration_number')}
          />
        )}
        <TextField
          label={t('UnitNewName', { kind })}
          name="name"
          autoFocus={unit !== null}
          maxLength={UNIT_NAME_MAX}
          value={car.name}
          onChange={(event) => set({ name: event.target.value })}
          error={errorOf('name')}
        />
        <div className={styles['pair']}>
          <TextField
            label={unit ? t('RegistrationNumber') : t('UnitNewNumber')}
            name="registration_number"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={car.plate}
            onChange={(event) => set({ plate: event.target.value })}
            error={errorOf('registration_number')}
          />
          <SelectField label={t('Kind')} value={car.kind} onChange={(event) => set({ kind: event.target.value as UnitKind })}>
            {UNIT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`Kind-${kind}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={styles['pair']}>
          <TextField
            label={t('UnitVehicleType', { kind: typeKindOf(car.kind) })}
            maxLength={50}
            value={car.type}
            onChange={(event) => set({ type: event.target.value })}
          />
          <SelectField
            label={t('UnitFuelType')}
            value={car.fuel}
            onChange={(event) => set({ fuel: event.target.value as FuelType | '' })}
          >
            <option value="">{t('UnitNotStated')}</option>
            {FUEL_TYPES.map((fuel) => (
              <option key={fuel} value={fuel}>
                {t(`Fuel-${fuel}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={styles['pair']}>
          <TextField
            label={t('UnitConsumption')}
            inputMode="decimal"
            trailing={<span className={styles['unitText']}>{fuelUnitOf(car.fuel)}</span>}
            value={car.consumption}
            onChange={(event) => set({ consumption: event.target.value })}
            error={errorOf('consumption_per_10km')}
          />
          <TextField
            label={t('UnitCo2')}
            inputMode="decimal"
            trailing={<span className={styles['unitText']}>g/km</span>}
            value={car.co2}
            onChange={(event) => set({ co2: event.target.value })}
            error={errorOf('co2_g_per_km')}
          />
        </div>
        {hasOdometer(car) && (
          <TextField
            label={t('UnitOdometer')}
            help={t('UnitChangeOdometerHelp')}
            inputMode="decimal"
            trailing={<span className={styles['unitText']}>km</span>}
            value={car.odometer}
            onChange={(event) => set({ odometer: event.target.value })}
            error={errorOf('odometer_km')}
          />
        )}
        <TimeField value={car.from} onChange={(from) => set({ from })} />
        <FailureBanner
          failure={change.error}
          ownFields={[
            'current_registration_number',
            'name',
            'registration_number',
            'consumption_per_10km',
            'co2_g_per_km',
            'odometer_km',
          ]}
          onRetry="submit"
        />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {t('UnitChangeCarDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
