import type { ReactNode } from 'react';

/** To be built. */
export const OptOutScreen = (): ReactNode => null;
