/** OUT-006. */
export const OUTPUT_TYPES = ['relay', 'siren', 'heater', 'starter-block', 'other'] as const;

/** OUT-007: what an input says when it is active. */
export const INPUT_MEANINGS = ['door', 'alarm', 'private-switch', 'operating-time', 'panic', 'other'] as const;
