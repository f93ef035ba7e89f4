import { useState } from 'react';
import { type BookingForm, type ChosenTimes, type Times, withTimes } from './booking-form.ts';
import type { Local } from './time-model.ts';

export type TimesTold = 'SetToCurrentTime' | 'SetToOneHourAhead';

/** Chooses the times of a form, and tells which of them had passed and was put right (DEC-24). */
export function useTimes(
  form: BookingForm,
  now: Local,
  change: (form: BookingForm) => void,
): {
  readonly told: TimesTold | null;
  readonly choose: (part: Partial<Times>) => void;
  /** Other times were filled in for whoever chooses. */
  readonly forget: () => void;
} {
  const [memory, setMemory] = useState<{ readonly chosen: ChosenTimes; readonly told: TimesTold | null } | null>(null);
  return {
    told: memory?.told ?? null,
    choose: (part) => {
      const next = withTimes(form, part, now, memory?.chosen ?? null);
      change(next.form);
      setMemory(next);
    },
    forget: () => setMemory(null),
  };
}
