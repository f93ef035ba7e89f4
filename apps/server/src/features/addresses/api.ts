export { describeMissing, describePoint, fillInAddresses, findAddresses, type Point } from './service.ts';
export { type CachedAddress } from './repository.ts';
