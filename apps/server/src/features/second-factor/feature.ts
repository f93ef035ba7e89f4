import type { Feature } from '../../core/face.ts';

const HOUR_MS = 3_600_000;

export const feature: Feature = {
  name: 'second-factor',
  routes: async (mount) => (await import('./routes.ts')).registerSecondFactorRoutes(mount),
  repeated: [
    { name: 'authenticator secrets', everyMs: HOUR_MS, run: async (ctx) => (await import('./sealing.ts')).sealSecrets(ctx) },
  ],
};
