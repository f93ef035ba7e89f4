import type { UnitEdit } from '@spora/contract/units/endpoints';
import type { FUEL_TYPES } from '@spora/contract/units/values';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { updateUnit } from '../administration/service.ts';
import { findOpen } from '../../../core/fleet/managed-units.ts';

interface Figures {
  readonly fuel_type: (typeof FUEL_TYPES)[number] | null;
  readonly consumption_per_10km: number | null;
  readonly co2_g_per_km: number | null;
  readonly is_benefit_car: boolean;
  readonly has_fuel_benefit: boolean;
}

/** Each call's own part is taken by its schema. Throws UnitNotFound, or UnitLocked for who is shut out. */
export async function figuresOf(ctx: MemberCtx, imei: string): Promise<Figures> {
  const row = await findOpen(ctx, imei);
  return {
    fuel_type: row.fuel_type as Figures['fuel_type'],
    consumption_per_10km: row.consumption_per_10km,
    co2_g_per_km: row.co2_g_per_km,
    is_benefit_car: row.is_benefit_car,
    has_fuel_benefit: row.has_fuel_benefit,
  };
}

/** By the same rules, and into the same history, as on the unit's page. */
export async function saveFigures(ctx: MemberCtx, imei: string, change: UnitEdit): Promise<Record<string, never>> {
  await updateUnit(ctx, { params: { imei }, body: change });
  return {};
}
