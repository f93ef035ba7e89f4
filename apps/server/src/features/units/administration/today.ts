import { askedOf } from '@spora/contract/units/values';
import type { TodayLine, TodayUnit } from '@spora/contract/today/endpoints';
import { SILENT_AT_LEAST_MS, TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { compareNames } from '@spora/messages/name-order';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { type JudgedUnit, judgedUnits, unitsWithHours } from './read-model.ts';
import { openMatters } from './rules.ts';
import { stateOf } from './service.ts';

/**
 * ADM-030: units that have not been heard of for long, the latest first, and those of which something is to be stated: judged as the list of units judges
 * them, without the meters that it shows.
 */
export async function unitsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const now = ctx.now();
  const units = await judgedUnits(ctx);
  const withHours = await unitsWithHours(
    ctx,
    units.filter((unit) => askedOf(unit).includes('hours')).map(({ id }) => id),
  );
  const silent = units.filter((unit) => isSilent(unit, now)).toSorted(byContact);
  const missing = units
    .map((unit) => ({
      unit,
      matters: openMatters({ ...unit, hasOdometer: unit.has_odometer, hasHours: withHours.has(unit.id) }),
    }))
    .filter(({ matters }) => matters.length > 0);
  return [
    {
      name: 'units-silent',
      count: silent.length,
      items: silent
        .slice(0, TODAY_ITEMS_MAX)
        .map((unit) => ({ unit: told(unit), last_contact_at: unit.last_contact_at?.toISOString() ?? null })),
    },
    {
      name: 'units-missing',
      count: missing.length,
      items: missing.slice(0, TODAY_ITEMS_MAX).map(({ unit, matters }) => ({ unit: told(unit), matters })),
    },
  ];
}

/** TRIP-032: in somebody else's private use nobody is told whether a unit is heard of. */
const isSilent = ({ is_private, state, last_contact_at, report_interval_s }: JudgedUnit, now: Date): boolean =>
  !is_private &&
  stateOf(state, last_contact_at, report_interval_s, now) === 'no-contact' &&
  now.getTime() - (last_contact_at?.getTime() ?? 0) >= SILENT_AT_LEAST_MS;

const byContact = (a: JudgedUnit, b: JudgedUnit): number =>
  (b.last_contact_at?.getTime() ?? 0) - (a.last_contact_at?.getTime() ?? 0) || compareNames(a.name, b.name);

const told = ({ id, imei, name, registration_number }: JudgedUnit): TodayUnit => ({ id, imei, name, registration_number });
