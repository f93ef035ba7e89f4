/** MAP-019, most severe last. The states that need later features are sent from the issue that brings them. */
export const UNIT_STATES = ['moving', 'stopped', 'parked', 'no-contact', 'pending', 'locked', 'theft', 'alarm'] as const;
