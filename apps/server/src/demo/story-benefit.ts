import { getCarBenefit } from '@spora/contract/accounts/settings';
import { autoplanSettings, saveAutoplanSettings } from '@spora/contract/autoplan/endpoints';
import { addPreset, listPresets } from '@spora/contract/reports/presets';
import { setFuelBenefit } from '@spora/contract/units/fuel';
import type { Scene } from './story-scene.ts';

/** Cars that their drivers may also use privately; the company pays for the fuel of one of them. */
export const BENEFIT_CARS = [
  { unit: '112 Platschef Lindholt', has_fuel_benefit: true },
  { unit: '206 Säljare Öberg', has_fuel_benefit: false },
] as const;

export async function giveBenefitCars({ admin, imeiOf }: Scene): Promise<void> {
  const { units } = await admin.call(getCarBenefit, {});
  for (const { unit, has_fuel_benefit } of BENEFIT_CARS.filter((one) => !units.some(({ name }) => name === one.unit)))
    await admin.call(setFuelBenefit, { params: { imei: imeiOf(unit) }, body: { is_benefit_car: true, has_fuel_benefit } });
}

/** The demo's own service believes every customer. */
export async function reportToAutoplan({ admin }: Scene): Promise<void> {
  const { is_on } = await admin.call(autoplanSettings, {});
  if (!is_on) await admin.call(saveAutoplanSettings, { body: { is_on: true, customer_id: 'SORLABY', secret: 'demo' } });
}

const PRESET = 'Alla förare i år';

export async function keepFilter({ admin }: Scene): Promise<void> {
  const { presets } = await admin.call(listPresets, {});
  if (!presets.some(({ name }) => name === PRESET))
    await admin.call(addPreset, { body: { report: 'summary', name: PRESET, search: { group: 'driver' }, is_shared: true } });
}
