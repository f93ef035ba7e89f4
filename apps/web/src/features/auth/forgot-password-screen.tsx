import type { ReactNode } from 'react';

/** To be built. */
export const ForgotPasswordScreen = (): ReactNode => null;
