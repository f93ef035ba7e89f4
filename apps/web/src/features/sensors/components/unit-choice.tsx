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

/** What keeps a sensor from being paired with what is chosen: no unit that can take it, or its Bluetooth, which nobody has agreed to. */
export function lackOf(units: readonly SensorUnit[], { imei, turnOn }: ChosenUnit): 'unit' | 'bluetooth' | null {
  const unit = units.find((each) => each.imei === imei);
  if (!unit?.has_room) return 'unit';
  return unit.is_on || turnOn ? null : 'bluetooth';
}

/** BLE-013: which unit is to hear it, with how many it has; where Bluetooth is off, what turning it on costs. */
export function UnitChoice(props: {
  units: readonly SensorUnit[];
  chosen: ChosenUnit;
  onChange: (chosen: ChosenUnit) => void;
  /** What stands for none. */
  none: string;
  /** What was lacking when it was to be saved. */
  lack: ReturnType<typeof lackOf>;
}): ReactNode {
  const { units, chosen, onChange, lack } = props;
  const t = useT();
  const format = useFormat();
  const unit = units.find(({ imei }) => imei === chosen.imei);
  if (units.every(({ has_room }) => !has_room)) return <Banner tone="warning">{t('SensorNoEligibleUnits')}</Banner>;
  return (
    <>
      <SelectField
        label={t('SensorUnit')}
        value={chosen.imei}
        error={lack === 'unit' ? t('SensorChooseUnit') : null}
        onChange={({ target }) => onChange({ imei: target.value, turnOn: false })}
      >
        <option value="">{props.none}</option>
        {units.map(({ imei, name, sensors, is_on, has_room }) => (
          <option key={imei} value={imei} disabled={!has_room}>
            {has_room
              ? t(is_on ? 'SensorUnitRoom' : 'SensorUnitRoomOff', { name, count: sensors })
              : t('SensorUnitFull', { name })}
          </option>
        ))}
      </SelectField>
      {unit && !unit.is_on && (
        <CheckBox
          label={t('SensorTurnOn', { name: unit.name })}
          help={t('SensorDraw', { before: format.number(IDLE_DRAW_MA.without), after: format.number(IDLE_DRAW_MA.with) })}
          checked={chosen.turnOn}
          error={lack === 'bluetooth' ? t('SensorTurnOnFirst', { name: unit.name }) : null}
          onChange={(turnOn) => onChange({ ...chosen, turnOn })}
        />
      )}
    </>
  );
}
