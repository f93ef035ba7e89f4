/** What lists show of an address; the whole of it is kept. */
export const PLACE_ADDRESS_SHOWN = 50;

/** Places of an account, rules of a place, stretches of its schedule. */
export const PLACE_MAX = { perAccount: 2000, rules: 20, intervals: 14 } as const;

/** PLACE-007: `between` is a trip between this place and another, either way. */
export const PLACE_RULE_WHENS = ['start', 'stop', 'both', 'between'] as const;

/** PLACE-006: the radius of a place, in whole metres. */
export const PLACE_RADIUS_M = { min: 50, max: 9999, usual: 100 } as const;
