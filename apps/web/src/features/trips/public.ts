export { readAttestSearch, type AttestSearch } from './attestation-model.ts';
export { CheckInButton } from './drivers/check-in-dialog.tsx';
export { readTripSearch, type TripSearch } from './trip-search.ts';
export { tripColumns } from './column-state.ts';
