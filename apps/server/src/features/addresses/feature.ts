import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'addresses',
  jobs: { handlers: async () => (await import('./jobs.ts')).placesHandlers },
  // A person who watches a vehicle stop reads its address a moment later.
  repeated: [{ name: 'addresses', everyMs: 2_000, run: async (ctx) => (await import('./api.ts')).describeMissing(ctx) }],
};
