import type { Feature } from '../../core/feature.ts';
import { registerAttestationRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'attestation',
  routes: registerAttestationRoutes,
};
