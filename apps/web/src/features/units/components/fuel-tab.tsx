import type { UnitDetails } from '@spora/contract/units/endpoints';
import { askedOf, isWatercraft } from '@spora/contract/units/values';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { consumptionFromSea, consumptionAtSea, fuelUnitOf, TAB_FIELDS } from '../form-model.ts';
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
  const isBoat = isWatercraft(kind);
  // No paper of a boat states it; one that was entered all the same can be seen and taken out.
  const hasCo2 = !isBoat || unit.co2_g_per_km !== null;
  const consumption = useConsumption(form, isBoat);
  return (
    <Section title={t(isBoat ? 'UnitTabFuelAtSea' : 'UnitTab-fuel')}>
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
          label={t(isBoat ? 'UnitConsumptionAtSea' : 'UnitConsumption')}
          name="consumption_per_10km"
          inputMode="decimal"
          autoComplete="off"
          trailing={<span className={styles['unitText']}>{fuelUnitOf(fuel)}</span>}
          aria-required={isAsked}
          value={consumption.text}
          disabled={isReadOnly}
          onChange={(event) => consumption.set(event.target.value)}
          error={form.errorOf('consumption_per_10km')}
        />
        {hasCo2 && (
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
        )}
        <SaveLine form={form} isReadOnly={isReadOnly} fields={TAB_FIELDS.fuel} />
      </form>
    </Section>
  );
}

/** The consumption as it is typed: per 10 km as it is kept, of a boat per nautical mile. */
function useConsumption(form: TabForm, isBoat: boolean): { text: string; set: (text: string) => void } {
  const { decimalSign } = LANGUAGE_FACTS[useLanguage().language];
  const kept = form.values.consumption_per_10km;
  const [typed, setTyped] = useState<string | null>(null);
  const set = (text: string): void => form.set('consumption_per_10km', text);
  if (!isBoat) return { text: kept, set };
  const asKept = (text: string): string => consumptionFromSea(text, decimalSign);
  return {
    // What is being typed stands as it is, until the form says something else.
    text: typed !== null && asKept(typed) === kept ? typed : consumptionAtSea(kept, decimalSign),
    set: (text) => {
      setTyped(text);
      set(asKept(text));
    },
  };
}
