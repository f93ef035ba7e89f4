import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { imei, nothing } from '../fields.ts';
import { FUEL_TYPES } from './values.ts';

const params = z.object({ imei });
const figure = (most: number) =>
  z.number(msg('SpecifyAmount')).min(0, msg('AmountNegative')).max(most, msg('AmountTooLarge')).nullable();
const errors = ['UnitNotFound', 'UnitLocked'] as const;

/** Grams per kilometre; null where nobody has stated it. */
const co2 = z.object({ co2_g_per_km: figure(5000) });
/** Litres per 10 km, of electricity kWh. */
const consumption = z.object({ fuel_type: z.enum(FUEL_TYPES).nullable(), consumption_per_10km: figure(1000) });
/** Whether it is a benefit car, and whether the company pays its fuel for private driving (rates-and-rules.md 2.1). */
const fuelBenefit = z.object({ is_benefit_car: z.boolean(), has_fuel_benefit: z.boolean() });

/** API-099: each figure of a unit by itself. */
export const getCo2 = defineEndpoint({
  id: 'units.co2',
  kind: 'json',
  access: 'user',
  summary: "A unit's CO2 per kilometre",
  params,
  data: co2,
  errors,
});

export const setCo2 = defineEndpoint({
  id: 'units.set-co2',
  kind: 'json',
  access: 'user',
  summary: "State a unit's CO2 per kilometre",
  params,
  body: co2,
  data: nothing,
  errors,
});

export const getFuelConsumption = defineEndpoint({
  id: 'units.fuel-consumption',
  kind: 'json',
  access: 'user',
  summary: "A unit's fuel and its consumption per 10 km",
  params,
  data: consumption,
  errors,
});

export const setFuelConsumption = defineEndpoint({
  id: 'units.set-fuel-consumption',
  kind: 'json',
  access: 'user',
  summary: "State a unit's fuel and its consumption per 10 km",
  params,
  body: consumption,
  data: nothing,
  errors,
});

export const getFuelBenefit = defineEndpoint({
  id: 'units.fuel-benefit',
  kind: 'json',
  access: 'user',
  summary: 'Whether a unit is a benefit car and its fuel for private driving is paid by the company',
  params,
  data: fuelBenefit,
  errors,
});

export const setFuelBenefit = defineEndpoint({
  id: 'units.set-fuel-benefit',
  kind: 'json',
  access: 'user',
  summary: 'State whether a unit is a benefit car and its fuel for private driving is paid by the company',
  params,
  body: fuelBenefit,
  data: nothing,
  errors: [...errors, 'UnlockFirst'],
});
