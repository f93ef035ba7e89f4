/**
 * The ways a tracker reports by, as the longest that passes between two reports, seconds. What is told of a unit that is driven privately
 * (decision 0042): the interval itself is learned from private driving too, and tells how long that was, or how long it was silent in it.
 */
export const REPORTING_MODES_S = [120, 600, 3600, 6 * 3600, 26 * 3600] as const;
