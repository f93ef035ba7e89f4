import type { ReactNode } from 'react';

/** To be built. */
export const TermsScreen = (): ReactNode => null;
