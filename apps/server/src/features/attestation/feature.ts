import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'attestation',
  routes: async (mount) => (await import('./routes.ts')).registerAttestationRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).attestationHandlers },
  today: async (ctx) => (await import('./status/today.ts')).attestToday(ctx),
};
