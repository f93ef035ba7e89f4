import { REMINDER_EVERY_S } from '@spora/contract/limits';

/** ADM-017: reminded at or before this moment, somebody may be reminded again at `now`. */
export const notSince = (now: Date): Date => new Date(now.getTime() - REMINDER_EVERY_S * 1000);

/** Whether a day has passed since somebody was last reminded; null: never was. */
export const mayRemind = (sentAt: Date | null, now: Date): boolean => sentAt === null || sentAt <= notSince(now);
