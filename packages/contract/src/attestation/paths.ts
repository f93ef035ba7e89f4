import type { Path } from '../path.ts';

export const PATHS = {
  'attestation.check': ['POST', '/user/attest/generate-trips', 'reads'],
  'attestation.attest': ['POST', '/user/attest'],
  'attestation.attest-batch': ['POST', '/administration/attest/batch'],
  'attestation.toggle': ['PUT', '/administration/attest/toggle'],
  'attestation.unattest': ['POST', '/administration/attest/unattest'],
  'attestation.remind': ['POST', '/administration/attest/reminder'],
  'attestation.status': ['GET', '/user/attest/status'],
  'attestation.history': ['GET', '/user/attest/history'],
  'attestation.last': ['GET', '/user/attest/last'],
  'attestation.altered': ['POST', '/user/attest/altered', 'reads'],
  'attestation.proposals': ['GET', '/administration/attest/proposals'],
  'attestation.dismiss-proposal': ['POST', '/administration/attest/proposals/{id}/dismiss'],
  'attestation.reopen-for-proposal': ['POST', '/administration/attest/proposals/{id}/reopen'],
} as const satisfies Record<string, Path>;
