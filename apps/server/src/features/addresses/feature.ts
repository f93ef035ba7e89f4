import type { Feature } from '../../core/face.ts';
import { placesHandlers } from './jobs.ts';
import { describeMissing } from './api.ts';

export const feature: Feature = {
  name: 'addresses',
  jobs: { handlers: () => placesHandlers },
  // A person who watches a vehicle stop reads its address a moment later.
  repeated: [{ name: 'addresses', everyMs: 2_000, run: describeMissing }],
};
