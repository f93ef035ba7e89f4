import { HOUR_MS } from '@spora/calendar/durations';
import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'single-sign-on',
  routes: async (mount, deps) => (await import('./routes.ts')).registerSingleSignOnRoutes(mount, deps),
  repeated: [{ name: 'single sign-on', everyMs: HOUR_MS, run: async (ctx) => (await import('./settings.ts')).tidy(ctx) }],
};
