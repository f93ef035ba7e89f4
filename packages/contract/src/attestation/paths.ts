import type { Path } from '../path.ts';

export const PATHS = {
  'trips.attest-check': ['POST', '/user/attest/generate-trips', 'reads'],
  'trips.attest': ['POST', '/user/attest'],
  'trips.attest-batch': ['POST', '/administration/attest/batch'],
  'trips.attest-toggle': ['PUT', '/administration/attest/toggle'],
  'trips.unattest': ['POST', '/administration/attest/unattest'],
  'trips.attest-reminder': ['POST', '/administration/attest/reminder'],
  'trips.attest-status': ['GET', '/user/attest/status'],
  'trips.attest-history': ['GET', '/user/attest/history'],
  'trips.attest-last': ['GET', '/user/attest/last'],
  'trips.proposals': ['GET', '/administration/attest/proposals'],
  'trips.dismiss-proposal': ['POST', '/administration/attest/proposals/{id}/dismiss'],
  'trips.reopen-for-proposal': ['POST', '/administration/attest/proposals/{id}/reopen'],
} as const satisfies Record<string, Path>;
