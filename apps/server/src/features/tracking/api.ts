export { readLiveState, readWhereabouts, type Whereabouts } from './service.ts';
