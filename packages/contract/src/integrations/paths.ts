import type { Path } from '../path.ts';

export const PATHS = {
  'integrations.token': ['GET', '/user/token'],
  'integrations.tokens': ['GET', '/administration/token'],
  'integrations.create-token': ['POST', '/administration/token'],
  'integrations.revoke-token': ['DELETE', '/administration/token/{id}'],
  'integrations.webhooks': ['GET', '/administration/webhook'],
  'integrations.create-webhook': ['POST', '/administration/webhook'],
  'integrations.update-webhook': ['PUT', '/administration/webhook/{id}'],
  'integrations.remove-webhook': ['DELETE', '/administration/webhook/{id}'],
  'integrations.test-webhook': ['POST', '/administration/webhook/{id}/test'],
  'integrations.deliveries': ['GET', '/administration/webhook/{id}/deliveries'],
} as const satisfies Record<string, Path>;
