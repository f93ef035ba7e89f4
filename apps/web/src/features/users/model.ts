/** A stored number as people read it: with a plus before the dial code. */
export const shownPhone = (digits: string): string => (digits === '' || digits.startsWith('0') ? digits : `+${digits}`);

/** What was typed, compared with what is stored: spaces and signs are no change. */
export const isSamePhone = (typed: string, digits: string): boolean => typed.replace(/\D/g, '') === digits;
