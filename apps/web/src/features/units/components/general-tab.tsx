import { TRIP_NOTE_MAX, UNIT_NAME_MAX } from '@spora/contract/limits';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { isWatercraft, FUEL_TYPES, UNIT_KINDS, type UnitKind } from '@spora/contract/units/values';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TAB_FIELDS, type FuelType } from '../form-model.ts';
import type { TabForm } from '../use-unit-form.ts';
import { GroupField, TagsField } from './group-field.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import { typeKindOf } from '../../../lib/kind-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** What the unit is and where it belongs. Members without the right to all see the rest without changing it (UNIT-024). */
export function GeneralTab(props: { unit: UnitDetails; imei: string; form: TabForm }): ReactNode {
  const { unit, form } = props;
  const { values, set, errorOf } = form;
  const t = useT();
  const { edit_looks: mayLooks, edit_all: mayAll } = unit.can;
  // It has no fuel, no seats, and sits under no dashboard.
  const isCarried = values.kind === 'phone';
  // A private person has neither departments nor projects, unless somebody entered some.
  const isPrivatePerson = useUser().IsPrivatePerson === true;
  const hasGroups = !isPrivatePerson || Boolean(unit.department) || Boolean(unit.project);
  return (
    <div className={frame['sections']}>
      <Section title={t('UnitTab-general')}>
        <form
          className={frame['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (form.isDirty && !form.isSaving) form.save();
          }}
        >
          <TextField
            label={t('UnitName')}
            name="name"
            maxLength={UNIT_NAME_MAX}
            autoComplete="off"
            value={values.name}
            disabled={!mayLooks}
            onChange={(event) => set('name', event.target.value)}
            error={errorOf('name')}
          />
          <div className={styles['pair']}>
            <SelectField
              label={t('Kind')}
              name="kind"
              value={values.kind}
              disabled={!mayAll}
              onChange={(event) => set('kind', event.target.value as UnitKind)}
              error={errorOf('kind')}
            >
              {UNIT_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`Kind-${kind}`)}
                </option>
              ))}
            </SelectField>
            {!isCarried && (
              <TextField
                label={t('UnitVehicleType', { kind: typeKindOf(values.kind) })}
                name="vehicle_type"
                maxLength={50}
                value={values.vehicle_type}
                disabled={!mayAll}
                onChange={(event) => set('vehicle_type', event.target.value)}
                error={errorOf('vehicle_type')}
              />
            )}
          </div>
          {!isCarried && (
            <div className={styles['pair']}>
              <SelectField
                label={t('UnitFuelType')}
                name="fuel_type"
                value={values.fuel_type}
                disabled={!mayAll}
                onChange={(event) => set('fuel_type', event.target.value as FuelType | '')}
              >
                <option value="">{t('UnitNotStated')}</option>
                {FUEL_TYPES.map((fuel) => (
                  <option key={fuel} value={fuel}>
                    {t(`Fuel-${fuel}`)}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={t('UnitSeats')}
                name="seats"
                inputMode="numeric"
                autoComplete="off"
                value={values.seats}
                disabled={!mayAll}
                onChange={(event) => set('seats', event.target.value)}
                error={errorOf('seats')}
              />
            </div>
          )}
          {hasGroups && (
            <div className={styles['pair']}>
              <GroupField
                kind="departments"
                label={t('Department')}
                value={values.department}
                isReadOnly={!mayAll}
                onChange={(value) => set('department', value)}
                error={errorOf('department')}
              />
              <GroupField
                kind="projects"
                label={t('Project')}
                value={values.project}
                isReadOnly={!mayAll}
                onChange={(value) => set('project', value)}
                error={errorOf('project')}
              />
            </div>
          )}
          {unit.has_trip_log && (
            <GroupField
              kind="purposes"
              label={t('UnitDefaultPurpose')}
              help={t('UnitDefaultPurposeHelp')}
              value={values.default_purpose}
              isReadOnly={!mayLooks}
              onChange={(value) => set('default_purpose', value)}
              error={errorOf('default_purpose')}
            />
          )}
          <TagsField
            label={t('UnitTags')}
            values={values.tags}
            isReadOnly={!mayAll}
            onChange={(tags) => set('tags', tags)}
            error={errorOf('tags')}
          />
          {!isCarried && (
            <TextField
              label={t('UnitLocationInCar')}
              help={t(isWatercraft(values.kind) ? 'UnitLocationInBoatHelp' : 'UnitLocationInCarHelp')}
              name="location_in_car"
              maxLength={100}
              value={values.location_in_car}
              disabled={!mayAll}
              onChange={(event) => set('location_in_car', event.target.value)}
              error={errorOf('location_in_car')}
            />
          )}
          <TextArea
            label={t('UnitNote')}
            name="note"
            maxLength={TRIP_NOTE_MAX}
            value={values.note}
            disabled={!mayLooks}
            onChange={(event) => set('note', event.target.value)}
            error={errorOf('note')}
          />
          <SaveLine form={form} isReadOnly={!mayLooks} fields={TAB_FIELDS.general} />
        </form>
      </Section>
      {(!isCarried || unit.registration_number !== null) && (
        <Section title={t('RegistrationNumber')}>
          <RegistrationForm unit={unit} imei={props.imei} />
        </Section>
      )}
    </div>
  );
}
