export { readAttestSearch, type AttestSearch } from './attestation-model.ts';
export { readTripSearch, type TripSearch } from './trip-search.ts';
export { tripColumns } from './column-state.ts';
