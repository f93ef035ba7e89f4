import type { ReactNode } from 'react';

/** To be built. */
export const DeletionScreen = (): ReactNode => null;
