/** Every migration, in order; forward only. A file that is not listed does not exist. */
export const MIGRATIONS = ['0001-foundation.sql'] as const;
