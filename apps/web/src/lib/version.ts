/** Which build of the application this is, for support; tests and development have none. */
export const appVersion: string = (import.meta.env['VITE_APP_VERSION'] as string | undefined) ?? 'dev';
