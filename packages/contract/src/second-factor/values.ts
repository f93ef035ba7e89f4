export const FACTOR_REQUIREMENTS = ['nobody', 'administrators', 'everybody'] as const;
