/** ATT-009: how far the log of a driver, unit and period is. */
export const ATTEST_STATES = ['open', 'user', 'admin', 'reopened'] as const;
