export { readLiveState } from './service.ts';
