import type { DriverManner } from './drive.ts';
import type { Random } from './random.ts';

/** What a unit does for a living; decides its hours, its stops and how it is driven. */
export type Occupation =
  | 'service'
  | 'commuter'
  | 'taxi'
  | 'night-taxi'
  | 'patrol'
  | 'night-patrol'
  | 'courier'
  | 'night-courier'
  | 'long-haul'
  | 'night-haul'
  | 'plough'
  | 'boat'
  | 'machine'
  | 'idle';

export interface Shift {
  /** Local hour the day's first drive begins; `until` may pass 24. */
  readonly from: number;
  readonly until: number;
  /** Chance that a weekday, and a day of the weekend, is worked. */
  readonly weekday: number;
  readonly weekend: number;
  /** Minutes at each stop. */
  readonly stay: { readonly low: number; readonly high: number };
  readonly hasLunch: boolean;
  /** `round`: many stops and home; `there-and-back`: one stop until the shift ends; `haul`: one way, back the next day; `site`: on the spot. */
  readonly pattern: 'round' | 'there-and-back' | 'haul' | 'site' | 'none';
}

export const SHIFTS: Readonly<Record<Occupation, Shift>> = {
  service: {
    from: 6.7,
    until: 15.8,
    weekday: 0.97,
    weekend: 0.08,
    stay: { low: 18, high: 85 },
    hasLunch: true,
    pattern: 'round',
  },
  commuter: {
    from: 7.4,
    until: 16.6,
    weekday: 0.95,
    weekend: 0.35,
    stay: { low: 0, high: 0 },
    hasLunch: false,
    pattern: 'there-and-back',
  },
  taxi: { from: 5.5, until: 17.5, weekday: 1, weekend: 1, stay: { low: 1.5, high: 7 }, hasLunch: true, pattern: 'round' },
  'night-taxi': { from: 16.8, until: 30, weekday: 1, weekend: 1, stay: { low: 1.5, high: 7 }, hasLunch: true, pattern: 'round' },
  patrol: { from: 6, until: 18.2, weekday: 1, weekend: 1, stay: { low: 5, high: 15 }, hasLunch: true, pattern: 'round' },
  'night-patrol': {
    from: 18,
    until: 30.2,
    weekday: 1,
    weekend: 1,
    stay: { low: 5, high: 15 },
    hasLunch: false,
    pattern: 'round',
  },
  courier: { from: 7.2, until: 19, weekday: 1, weekend: 0.85, stay: { low: 1.5, high: 7 }, hasLunch: true, pattern: 'round' },
  'night-courier': {
    from: 19,
    until: 30.8,
    weekday: 1,
    weekend: 0.8,
    stay: { low: 1.5, high: 8 },
    hasLunch: false,
    pattern: 'round',
  },
  'long-haul': { from: 5.4, until: 19, weekday: 1, weekend: 0.5, stay: { low: 0, high: 0 }, hasLunch: false, pattern: 'haul' },
  'night-haul': { from: 19.8, until: 32, weekday: 1, weekend: 1, stay: { low: 0, high: 0 }, hasLunch: false, pattern: 'haul' },
  plough: { from: 21.5, until: 29.5, weekday: 1, weekend: 1, stay: { low: 6, high: 25 }, hasLunch: false, pattern: 'round' },
  boat: { from: 10.5, until: 16, weekday: 0.45, weekend: 0.9, stay: { low: 40, high: 150 }, hasLunch: false, pattern: 'round' },
  machine: { from: 7, until: 15.7, weekday: 0.98, weekend: 0.05, stay: { low: 8, high: 50 }, hasLunch: true, pattern: 'site' },
  idle: { from: 8, until: 9, weekday: 0, weekend: 0, stay: { low: 0, high: 0 }, hasLunch: false, pattern: 'none' },
};

const TOP_KMH: Partial<Record<Occupation, number>> = { 'long-haul': 89, 'night-haul': 89, plough: 60, boat: 42, machine: 6 };

/** How the unit's regular driver drives. */
export function mannerOf(occupation: Occupation, random: Random): DriverManner {
  const isHeavy = occupation === 'long-haul' || occupation === 'night-haul' || occupation === 'plough';
  const isSlow = occupation === 'boat' || occupation === 'machine';
  return {
    pace: random.between(0.9, 1.05),
    accelerate: isSlow ? 0.25 : isHeavy ? random.between(0.4, 0.7) : random.between(1, 1.9),
    brake: isSlow ? 0.3 : isHeavy ? random.between(0.7, 1.1) : random.between(1.3, 2.3),
    topKmh: TOP_KMH[occupation] ?? 128,
    ...(occupation === 'plough' && { unsteady: 0.45 }),
    redShare: occupation === 'boat' || occupation === 'machine' ? 0 : 0.45,
  };
}
