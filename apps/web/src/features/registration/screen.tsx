import type { ReactNode } from 'react';

/** To be built. */
export const RegisterScreen = (): ReactNode => null;
