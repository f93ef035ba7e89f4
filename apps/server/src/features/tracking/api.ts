export { maskedBetween } from './hiding/service.ts';
export { readLiveState, readWhereabouts, type Whereabouts } from './service.ts';
