import type { Feature } from '../../core/face.ts';
import { attestationHandlers } from './jobs.ts';
import { registerAttestationRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'attestation',
  routes: registerAttestationRoutes,
  jobs: { handlers: () => attestationHandlers },
};
