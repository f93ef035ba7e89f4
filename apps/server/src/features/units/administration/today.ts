import type { UnitRow } from '@spora/contract/units/endpoints';
import type { TodayLine, TodayUnit } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { listRows } from './service.ts';

/** ADM-030: units that are not heard of, the latest first, and those of which something is to be stated; as the list of units has them. */
export async function unitsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const { units } = await listRows(ctx, { query: { with_retired: false } });
  const silent = units.filter(({ state }) => state === 'no-contact').toSorted(byContact);
  const missing = units.filter((unit) => unit.open_matters.length > 0);
  return [
    {
      name: 'units-silent',
      count: silent.length,
      items: silent.slice(0, TODAY_ITEMS_MAX).map((row) => ({ unit: unitOf(row), last_contact_at: row.last_contact_at })),
    },
    {
      name: 'units-missing',
      count: missing.length,
      items: missing.slice(0, TODAY_ITEMS_MAX).map((row) => ({ unit: unitOf(row), matters: row.open_matters })),
    },
  ];
}

const byContact = (a: UnitRow, b: UnitRow): number =>
  (b.last_contact_at ?? '').localeCompare(a.last_contact_at ?? '') || a.name.localeCompare(b.name);

const unitOf = ({ id, imei, name, registration_number }: UnitRow): TodayUnit => ({ id, imei, name, registration_number });
