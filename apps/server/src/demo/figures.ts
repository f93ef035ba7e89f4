import { askedOf } from '@spora/contract/units/values';
import type { Kysely } from 'kysely';
import type { Db } from '../platform/database/db.generated.ts';
import type { DemoUnit } from './roster.ts';

/** What the dashboard of a demo vehicle shows when the demo begins; the simulator counts on from the same. */
export const odometerAtStartM = (imei: string): number => (8_000 + ((Number(imei.slice(6, 14)) * 37_813) % 190_000)) * 1000;
/** An hour of work of a machine, which hardly leaves its place, and of a boat takes it so many metres. */
const METRES_AN_HOUR: Readonly<Record<string, number>> = { machine: 400, boat: 15_000 };
/** What the tracker of a demo unit has counted when the demo begins; of what counts hours a way that fits them. */
export const countedAtStartM = ({ occupation }: Pick<DemoUnit, 'occupation'>, imei: string): number => {
  const metres = METRES_AN_HOUR[occupation];
  return metres === undefined ? odometerAtStartM(imei) : hoursAtStart(imei) * metres;
};
/** About how many metres lie between two harsh events of a vehicle: some are driven calmly, some are not. What is pulled is not driven. */
export const harshEveryM = ({ fuel, occupation }: DemoUnit, imei: string): number | undefined =>
  fuel === undefined || /boat|machine/.test(occupation) ? undefined : 7_000 + ((Number(imei.slice(6, 14)) * 9_973) % 60_000);
/** Of machines and boats; a few years of work. */
const hoursAtStart = (imei: string): number => 600 + ((Number(imei.slice(6, 14)) * 977) % 5_200);

/** Litres, or kilowatt-hours, per 10 km, and grams of CO2 per km out of the pipe; the sizes of ordinary vehicles of the kind. */
function figuresOf({ symbol, fuel, occupation }: DemoUnit): { consumption_per_10km: number; co2_g_per_km: number } {
  // What is pulled burns nothing of its own.
  if (fuel === undefined) return { consumption_per_10km: 0, co2_g_per_km: 0 };
  if (fuel === 'electric') return { consumption_per_10km: symbol === 'van' ? 2.4 : 1.7, co2_g_per_km: 0 };
  if (symbol === 'truck') return { consumption_per_10km: occupation === 'plough' ? 4.6 : 3.1, co2_g_per_km: 820 };
  return { consumption_per_10km: 0.78, co2_g_per_km: 204 };
}

/** What an administrator of the account has stated of its units (UNIT-003); one that has never been heard of is left to do. */
export async function stateFigures(
  owner: Kysely<Db>,
  {
    accountId,
    units,
    atOf,
  }: { accountId: number; units: readonly (DemoUnit & { readonly imei: string })[]; atOf: (unit: DemoUnit) => Date },
): Promise<void> {
  const member = { account_id: accountId, is_admin: true };
  const { id: memberId } = await owner
    .selectFrom('member')
    .select('id')
    .where((eb) => eb.and(member))
    .limit(1)
    .executeTakeFirstOrThrow();
  const fitted = await owner
    .selectFrom('fitting')
    .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
    .where('fitting.account_id', '=', accountId)
    .select(['fitting.unit_id', 'tracker.imei'])
    .execute();
  const unitIds = new Map(fitted.map(({ imei, unit_id }) => [imei, unit_id]));
  for (const unit of units) {
    const unitId = unitIds.get(unit.imei);
    if (unitId === undefined || unit.contact === 'never') continue;
    const asked = askedOf({ kind: unit.kind ?? 'vehicle', fuel_type: unit.fuel ?? null });
    if (asked.includes('consumption')) await owner.updateTable('unit').set(figuresOf(unit)).where('id', '=', unitId).execute();
    const at = atOf(unit);
    const reading = { account_id: accountId, unit_id: unitId, member_id: memberId, taken_at: at, saved_at: at };
    if (asked.includes('odometer'))
      await owner
        .insertInto('unit_reading')
        .values({ ...reading, kind: 'odometer', value: odometerAtStartM(unit.imei) })
        .execute();
    if (asked.includes('hours'))
      await owner
        .insertInto('unit_reading')
        .values({ ...reading, kind: 'hours', value: hoursAtStart(unit.imei) * 3600, hours_source: 'ignition', run_before_s: 0 })
        .execute();
  }
}
