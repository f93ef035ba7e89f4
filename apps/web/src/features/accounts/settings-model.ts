import type { CarBenefit, Rate, RateKind, RateSubject } from '@spora/contract/accounts/settings';

export const SUBJECTS: Readonly<Record<RateKind, readonly RateSubject[]>> = {
  fuel: ['petrol', 'diesel', 'electric', 'gas', 'other'],
  reimbursement: ['own', 'benefit', 'benefit-electric', 'passenger'],
};

export interface RateLine {
  readonly subject: RateSubject;
  readonly current: Rate | null;
  /** The first that is still to come. */
  readonly next: Rate | null;
}

/** ADM-015: for each fuel or car what is in force today and what comes next. Days are `yyyy-MM-dd`. */
export const rateLines = (rates: readonly Rate[], kind: RateKind, today: string): RateLine[] =>
  SUBJECTS[kind].map((subject) => {
    const own = rates
      .filter((rate) => rate.kind === kind && rate.subject === subject)
      .toSorted((a, b) => a.valid_from.localeCompare(b.valid_from));
    return {
      subject,
      current: own.findLast(({ valid_from }) => valid_from <= today) ?? null,
      next: own.find(({ valid_from }) => valid_from > today) ?? null,
    };
  });

/** What car benefit is counted with today; the country's own figures have no day and come first of all. */
export const benefitToday = (settings: readonly CarBenefit[], today: string): CarBenefit | undefined =>
  settings.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)).findLast(({ valid_from }) => valid_from <= today);
