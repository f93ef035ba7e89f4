import { askedOf, KINDS_WITHOUT_PLATE, type OpenMatter, type UnitKind } from '@spora/contract/units/values';
import { hasOwnName } from '../../../core/fleet/own-name.ts';
import { REGISTRATION_CHANGES_MAX, REGISTRATION_CHANGES_SPAN_S } from '@spora/contract/limits';

/** UNIT-002, DEC-12: boats, machines and the like may go without; what is filled in was judged by its schema. */
export const needsRegistration = (kind: UnitKind): boolean => !KINDS_WITHOUT_PLATE.includes(kind);

/** UNIT-004, DEC-65: from when the number may be changed again, rolling 24 hours per unit; null: now. `changes`: newest first. */
export function nextRegistrationChange(changes: readonly Date[], now: Date): Date | null {
  const spanMs = REGISTRATION_CHANGES_SPAN_S * 1000;
  const recent = changes.filter((at) => at.getTime() > now.getTime() - spanMs);
  const blocking = recent[REGISTRATION_CHANGES_MAX - 1];
  return blocking ? new Date(blocking.getTime() + spanMs) : null;
}

/** What the rules of open matters ask of a unit. `hasOdometer` and `hasHours`: somebody has saved a reading. */
export interface StatedFacts {
  readonly kind: string;
  readonly name: string;
  readonly imei: string | null;
  readonly registration_number: string | null;
  /** As registration named it (REG-001): it is the customer's name, and not the unit's. */
  readonly bears_account_name: boolean;
  readonly fuel_type: string | null;
  readonly consumption_per_10km: number | null;
  readonly co2_g_per_km: number | null;
  readonly hasOdometer: boolean;
  readonly hasHours: boolean;
}

/** What is asked of the unit and not known; a unit that bears its IMEI or its account's name has none yet. */
export function openMatters(unit: StatedFacts): OpenMatter[] {
  const isKnown: Readonly<Record<OpenMatter, boolean>> = {
    name: hasOwnName(unit),
    registration: (unit.registration_number ?? '') !== '',
    consumption: unit.consumption_per_10km !== null,
    co2: unit.co2_g_per_km !== null,
    odometer: unit.hasOdometer,
    hours: unit.hasHours,
  };
  return askedOf(unit).filter((matter) => !isKnown[matter]);
}

/** What a member without the right to edit all may change (UNIT-024). */
export const LOOKS_AND_DEFAULTS: readonly string[] = [
  'name',
  'colour',
  'marker_symbol',
  'icon',
  'default_trip_type',
  'default_purpose',
  'note',
];

/** ADM-026: the first thing that is wrong with a connection, as the key of a text that says what to do. */
export function connectionAdvice(
  connection: { lastContactAt: Date | null; newestPositionAt: Date | null; setAside: number; sharedAt?: Date | null },
  now: Date,
): 'AdviceNeverCalled' | 'AdviceShared' | 'AdviceSetAside' | 'AdviceNoPosition' | 'AdviceSilent' | 'AdviceWell' {
  const { lastContactAt, newestPositionAt, setAside, sharedAt } = connection;
  if (!lastContactAt) return 'AdviceNeverCalled';
  if (sharedAt && now.getTime() - sharedAt.getTime() < 7 * 24 * 3_600_000) return 'AdviceShared';
  if (!newestPositionAt) return setAside > 0 ? 'AdviceSetAside' : 'AdviceNoPosition';
  return now.getTime() - lastContactAt.getTime() > 26 * 3_600_000 ? 'AdviceSilent' : 'AdviceWell';
}
