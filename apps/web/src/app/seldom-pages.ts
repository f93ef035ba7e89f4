import type { ReactNode } from 'react';

const queried = async (screen: Promise<() => ReactNode>): Promise<() => ReactNode> =>
  (await import('./with-queries.tsx')).withQueries(await screen);

/** Public pages that few come to, each in its own chunk. The sign-in page knows none of their addresses (NFR-001). */
export const SELDOM = {
  signOn: () => import('./sign-on-page.tsx').then((module) => module.SignOnPage),
  confirmEmail: () => queried(import('../features/users/confirm-email-screen.tsx').then((module) => module.ConfirmEmailScreen)),
  deletion: () => import('../features/accounts/deletion-screen.tsx').then((module) => module.DeletionScreen),
  terms: () => import('../features/accounts/terms-screen.tsx').then((module) => module.TermsScreen),
  support: () => import('./support-page.tsx').then((module) => module.SupportPage),
  sharedReport: () =>
    import('../features/object-description/shared-report-screen.tsx').then((module) => module.SharedReportScreen),
  verify: () => import('../features/attestation/verify-screen.tsx').then((module) => module.VerifyScreen),
  optOut: () => queried(import('../features/alarms/opt-out-page.tsx').then((module) => module.OptOutPage)),
};
