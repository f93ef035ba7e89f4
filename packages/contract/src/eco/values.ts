/**
 * Why a unit has no row: nobody drives it on the road, its subscription has no reports, its eco-driving is off, or it had no trip to assess.
 * Each has a text `EcoLeftOut-...`.
 */
export const ECO_LEFT_OUT = ['not-driven', 'basic', 'off', 'no-trip'] as const;
