import { IDLE_DRAW_MA } from '@spora/contract/sensors/rules';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

export type SensorUnit = DataOf<'sensors.units'>[number];

/** What is chosen: the unit, and whether its Bluetooth may be turned on. */
export interface ChosenUnit {
  readonly imei: string;
  readonly turnOn: boolean;
}
export const NO_UNIT: ChosenUnit = { imei: '', turnOn: false };

/** Whether a sensor can be paired with what is chosen. */
export const isReady = (units: readonly SensorUnit[], { imei, turnOn }: ChosenUnit): boolean => {
  const unit = units.find((each) => each.imei === imei);
  return unit !== undefined && unit.has_room && (unit.is_on || turnOn);
};

/** BLE-013: which unit is to hear it, with how many it has; where Bluetooth is off, what turning it on costs. */
export function UnitChoice(props: {
  units: readonly SensorUnit[];
  chosen: ChosenUnit;
  onChange: (chosen: ChosenUnit) => void;
  /** What stands for none. */
  none: string;
}): ReactNode {
  const { units, chosen, onChange } = props;
  const t = useT();
  const format = useFormat();
  const unit = units.find(({ imei }) => imei === chosen.imei);
  if (units.every(({ has_room }) => !has_room)) return <Banner tone="warning">{t('SensorNoEligibleUnits')}</Banner>;
  return (
    <>
      <SelectField
        label={t('SensorUnit')}
        value={chosen.imei}
        onChange={({ target }) => onChange({ imei: target.value, turnOn: false })}
      >
        <option value="">{props.none}</option>
        {units.map(({ imei, name, sensors, has_room }) => (
          <option key={imei} value={imei} disabled={!has_room}>
            {has_room ? t('SensorUnitRoom', { name, count: sensors }) : t('SensorUnitFull', { name })}
          </option>
        ))}
      </SelectField>
      {unit && !unit.is_on && (
        <CheckBox
          label={t('SensorTurnOn', { name: unit.name })}
          help={t('SensorDraw', { before: format.number(IDLE_DRAW_MA.without), after: format.number(IDLE_DRAW_MA.with) })}
          checked={chosen.turnOn}
          onChange={(turnOn) => onChange({ ...chosen, turnOn })}
        />
      )}
    </>
  );
}
