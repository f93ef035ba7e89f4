/** Between thousands: thin, and never broken over a line. */
const THIN_SPACE = '\u202f';

/** Digits as every language here groups them: `7 275`. */
export const inThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
