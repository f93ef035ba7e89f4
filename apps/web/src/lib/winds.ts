const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The wind that a heading is nearest to, degrees clockwise from north; each has a text `Wind-...`. */
export const windOf = (headingDeg: number): (typeof WINDS)[number] => WINDS[Math.round(headingDeg / 45) % 8] ?? 'n';
