import type { ReactNode } from 'react';

/** To be built. */
export const ResetPasswordScreen = (): ReactNode => null;
