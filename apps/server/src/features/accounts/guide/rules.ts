import type { Guide, GuideStep } from '@spora/contract/accounts/settings';
import { GUIDE_STEPS } from '@spora/contract/accounts/values';

/** What is really there in the account, by which each step is judged: nobody ticks a step by hand. */
export interface Evidence {
  /** A unit is called something else than the number of its tracker or, as registration names it, its account. */
  readonly hasNamedUnit: boolean;
  /** A unit has been somewhere. */
  readonly hasReported: boolean;
  /** There are units, and none has a dashboard. */
  readonly hasOnlyPhones: boolean;
  /** There are units, and none has a trip log with types (TRIP-033). */
  readonly hasOnlyBasic: boolean;
  readonly hasOdometerReading: boolean;
  /** Somebody has settled what trips usually are: for a unit, or by its working hours. */
  readonly hasTripType: boolean;
  /** Somebody is told of the alarms of a unit, of one class at least. */
  readonly hasReceiver: boolean;
  readonly hasSecondUser: boolean;
  /** Somebody who is no administrator was given a unit. */
  readonly hasAccess: boolean;
  /** A zone that watches a unit, other than the place that one is armed in. */
  readonly hasZone: boolean;
  readonly hasLockedUnit: boolean;
  /** The account is a person's own: nobody else need be in it. */
  readonly isPrivatePerson: boolean;
}

/** One line a step; a company without private cars, without zones, or whose trips are all business, is finished without the optional ones. */
const STEPS: Readonly<Record<GuideStep, { readonly by: readonly (keyof Evidence)[]; readonly isOptional: boolean }>> = {
  'unit-name': { by: ['hasNamedUnit'], isOptional: false },
  connect: { by: ['hasReported'], isOptional: false },
  odometer: { by: ['hasOdometerReading'], isOptional: false },
  'trip-type': { by: ['hasTripType'], isOptional: true },
  receiver: { by: ['hasReceiver'], isOptional: false },
  invite: { by: ['hasSecondUser'], isOptional: false },
  access: { by: ['hasAccess'], isOptional: false },
  zone: { by: ['hasZone'], isOptional: true },
  lock: { by: ['hasLockedUnit'], isOptional: true },
};

/** What a private person may do without: others who see the units. */
const OF_COMPANIES: readonly GuideStep[] = ['invite', 'access'];

/**
 * ADM-024: the steps in order, each judged by what is there; of phones alone nobody reads an odometer, so that there is nothing to do. Where no unit has
 * types of trips, none is asked for.
 */
export const judgeSteps = (evidence: Evidence): Guide['steps'] =>
  GUIDE_STEPS.filter((id) => id !== 'trip-type' || !evidence.hasOnlyBasic).map((id) => {
    const isNeedless = id === 'odometer' && evidence.hasOnlyPhones;
    return {
      id,
      is_done: isNeedless || STEPS[id].by.every((what) => evidence[what]),
      is_optional: STEPS[id].isOptional || (evidence.isPrivatePerson && OF_COMPANIES.includes(id)),
      ...(isNeedless ? { is_needless: true as const } : {}),
    };
  });
