import type { Feature } from '../../core/face.ts';
import { renameInRules } from './listeners.ts';

export const feature: Feature = {
  name: 'places',
  listeners: { 'group-renamed': renameInRules },
  routes: async (mount) => (await import('./routes.ts')).registerPlacesRoutes(mount),
};
