import { HOUR_MS } from '@spora/calendar/durations';
import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'sharing',
  routes: async (mount, { linkTo }) => (await import('./routes.ts')).registerSharingRoutes(mount, linkTo),
  jobs: { handlers: async () => (await import('./jobs.ts')).sharingHandlers },
  repeated: [{ name: 'share links', everyMs: HOUR_MS, run: async (ctx) => (await import('./keeping.ts')).sealTokens(ctx) }],
};
