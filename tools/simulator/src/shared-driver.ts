import type { DayPlan, Life } from './day-plan.ts';

/** A life without the days on which its driver is out with another unit: from that one's first drive of a day to the end of its last. */
export function withoutWhile(life: Life, other: Life): Life {
  const kept = new Map<number, DayPlan>();
  const isOut = ({ startMs, endMs, drives }: DayPlan): boolean => {
    for (let day = other.dayAt(startMs); day <= other.dayAt(endMs); day++) {
      const taken = other.planOf(day).drives;
      const [first, last] = [taken[0], taken.at(-1)];
      if (first && last && drives.some((drive) => drive.startMs < last.endMs && drive.endMs > first.startMs)) return true;
    }
    return false;
  };
  return {
    dayAt: (atMs) => life.dayAt(atMs),
    planOf(day) {
      const known = kept.get(day);
      if (known) return known;
      const whole = life.planOf(day);
      const plan = isOut(whole) ? { ...whole, drives: [], lengthM: 0 } : whole;
      kept.clear();
      kept.set(day, plan);
      return plan;
    },
  };
}
