import { HOUR_MS } from '@spora/calendar/durations';
import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'autoplan',
  routes: async (mount) => (await import('./routes.ts')).registerAutoplanRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).autoplanHandlers },
  repeated: [{ name: 'autoplan', everyMs: HOUR_MS, run: async (ctx) => (await import('./settings.ts')).tidy(ctx) }],
};
