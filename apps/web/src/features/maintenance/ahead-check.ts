import type { ServicePlans } from '@spora/contract/maintenance/endpoints';
import { READING_AHEAD } from '@spora/contract/maintenance/values';
import type { MessageKey } from '@spora/messages/keys';
import { useState } from 'react';
import { scaleOf } from './reading-model.ts';

export type Measure = 'km' | 'hours';

/** What was read off, kilometres and hours; null for what was not. */
export type Readings = Readonly<Record<Measure, number | null>>;

/** A reading that is further ahead than what its unit shows by now, or further behind than what it showed on its day. */
export interface Ahead {
  readonly measure: Measure;
  readonly typed: number;
  readonly shown: number;
  readonly isTenfold: boolean;
  readonly isBehind?: boolean;
}

/** SRV-004: what is further ahead than the meters can show by now; the server judges the same. */
export const aheadOf = (readings: Readings, now: ServicePlans['now']): Ahead[] =>
  (['km', 'hours'] as const).flatMap((measure) => {
    const { [measure]: typed } = readings;
    const { [measure]: shown } = now;
    return typed !== null && shown !== null && typed > shown + READING_AHEAD[measure]
      ? [{ measure, typed, shown, isTenfold: scaleOf(typed, shown) === 'tenfold' }]
      : [];
  });

/** SRV-004: what is further behind than the meters showed on the day it was read; the server judges the same. */
export const behindOf = (readings: Readings, shownThen: Readings): Ahead[] =>
  (['km', 'hours'] as const).flatMap((measure) => {
    const { [measure]: typed } = readings;
    const { [measure]: shown } = shownThen;
    return typed !== null && shown !== null && typed < shown - READING_AHEAD[measure]
      ? [{ measure, typed, shown, isTenfold: false, isBehind: true }]
      : [];
  });

export interface AheadCheck {
  readonly isConfirmed: (aheads: readonly Ahead[]) => boolean;
  readonly confirm: (aheads: readonly Ahead[], isOn: boolean) => void;
  /** By measure: what is ahead and not confirmed. */
  readonly faultsOf: (aheads: readonly Ahead[]) => Partial<Record<Measure, MessageKey>>;
}

/** Which readings were confirmed although they are ahead: those as they were typed then, and no others. */
export function useAheadCheck(): AheadCheck {
  const [confirmed, setConfirmed] = useState('');
  const keyOf = (aheads: readonly Ahead[]): string => aheads.map(({ measure, typed }) => `${measure} ${typed}`).join();
  const isConfirmed = (aheads: readonly Ahead[]): boolean => aheads.length > 0 && confirmed === keyOf(aheads);
  return {
    isConfirmed,
    confirm: (aheads, isOn) => setConfirmed(isOn ? keyOf(aheads) : ''),
    faultsOf: (aheads) =>
      isConfirmed(aheads) ? {} : Object.fromEntries(aheads.map(({ measure }) => [measure, 'ConfirmReading' as const])),
  };
}
