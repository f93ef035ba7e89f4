import type { UnitDetails } from '@spora/contract/units/endpoints';
import { askedOf } from '@spora/contract/units/values';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { fuelUnitOf, TAB_FIELDS } from '../form-model.ts';
import type { TabForm } from '../use-unit-form.ts';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** What the unit uses and lets out; costs and reports count with it. */
export function FuelTab(props: { unit: UnitDetails; form: TabForm }): ReactNode {
  const { unit, form } = props;
  const t = useT();
  const isReadOnly = !unit.can.edit_all;
  const { fuel_type: fuel, kind } = form.values;
  const isAsked = askedOf({ kind, fuel_type: fuel || null }).includes('consumption');
  return (
    <Section title={t('UnitTab-fuel')}>
      <form
        className={frame['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isDirty && !form.isSaving) form.save();
        }}
      >
        <p className={frame['soft']}>{fuel === '' ? t('UnitFuelUnknown') : t('UnitFuelKnown', { fuel: t(`Fuel-${fuel}`) })}</p>
        <TextField
          label={t('UnitConsumption')}
          name="consumption_per_10km"
          inputMode="decimal"
          autoComplete="off"
          trailing={<span className={styles['unitText']}>{fuelUnitOf(fuel)}</span>}
          aria-required={isAsked}
          value={form.values.consumption_per_10km}
          disabled={isReadOnly}
          onChange={(event) => form.set('consumption_per_10km', event.target.value)}
          error={form.errorOf('consumption_per_10km')}
        />
        <TextField
          label={t('UnitCo2')}
          help={t('UnitCo2Help')}
          name="co2_g_per_km"
          inputMode="decimal"
          autoComplete="off"
          trailing={<span className={styles['unitText']}>g/km</span>}
          aria-required={isAsked}
          value={form.values.co2_g_per_km}
          disabled={isReadOnly}
          onChange={(event) => form.set('co2_g_per_km', event.target.value)}
          error={form.errorOf('co2_g_per_km')}
        />
        <SaveLine form={form} isReadOnly={isReadOnly} fields={TAB_FIELDS.fuel} />
      </form>
    </Section>
  );
}
