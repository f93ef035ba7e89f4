import type { Guide, GuideStep } from '@spora/contract/accounts/settings';
import { GUIDE_STEPS } from '@spora/contract/accounts/values';
import { ADDRESSES } from '../../lib/addresses.ts';

/** Where a step is taken. */
export interface StepLink {
  readonly to:
    | typeof ADDRESSES.editUnit
    | typeof ADDRESSES.addUnit
    | typeof ADDRESSES.account
    | typeof ADDRESSES.alarmReceivers
    | typeof ADDRESSES.newGeofence;
  readonly search: Readonly<Record<string, string>>;
}

const UNIT_TABS = {
  'unit-name': 'general',
  connect: 'connection',
  odometer: 'odometer',
  'trip-type': 'trip-log',
  lock: 'access',
} as const;
const ACCOUNT_TABS = { invite: 'users', access: 'access' } as const;

/** What a step asks for as things stand: before there is a unit, the first is to add one and those about it wait. */
export type StepState = 'add-unit' | 'waits' | 'waits-for-user' | 'open';

/** Who sees what needs a unit, and somebody else to see it. */
export function stateOf(step: GuideStep, { unit, steps }: Pick<Guide, 'unit' | 'steps'>): StepState {
  if (unit === null)
    return step === 'unit-name' ? 'add-unit' : step in UNIT_TABS || step === 'access' || step === 'zone' ? 'waits' : 'open';
  const isAlone = steps.some(({ id, is_done }) => id === 'invite' && !is_done);
  return step === 'access' && isAlone ? 'waits-for-user' : 'open';
}

/** The page of a step; the steps about a unit lead to adding one when there is none yet. */
export function linkOf(step: GuideStep, unit: Guide['unit']): StepLink {
  if (step === 'invite' || step === 'access') return { to: ADDRESSES.account, search: { tab: ACCOUNT_TABS[step] } };
  if (step === 'receiver') return { to: ADDRESSES.alarmReceivers, search: {} };
  if (step === 'zone' && unit !== null) return { to: ADDRESSES.newGeofence, search: {} };
  return unit === null || step === 'zone'
    ? { to: ADDRESSES.addUnit, search: {} }
    : { to: ADDRESSES.editUnit, search: { imei: unit.imei, tab: UNIT_TABS[step] } };
}

/** What a step and its help are called: a private person has nobody who drives for them. */
export const textsOf = (step: GuideStep, isPrivatePerson: boolean) =>
  step === 'invite' && isPrivatePerson
    ? ({ title: 'GuideStepOwn-invite', help: 'GuideHelpOwn-invite' } as const)
    : ({ title: `GuideStep-${step}`, help: `GuideHelp-${step}` } as const);

export interface Progress {
  /** Of the steps that every company needs; what is not asked for of this one is not among them. */
  readonly done: number;
  readonly all: number;
  /** Steps for those who need them that are still open. */
  readonly optional: number;
  /** Everything that every company needs is there. */
  readonly isFinished: boolean;
  /** The step to take next; null when none is left. */
  readonly next: GuideStep | null;
}

export function progressOf(steps: Guide['steps']): Progress {
  const open = GUIDE_STEPS.flatMap((id) => steps.filter((step) => step.id === id && !step.is_done));
  const all = steps.filter(({ is_optional, is_needless }) => !is_optional && !is_needless).length;
  const needed = open.filter(({ is_optional }) => !is_optional).length;
  return {
    done: all - needed,
    all,
    optional: open.length - needed,
    isFinished: needed === 0,
    next: (open.find(({ is_optional }) => !is_optional) ?? open[0])?.id ?? null,
  };
}
