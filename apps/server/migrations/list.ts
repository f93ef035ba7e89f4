/** Every migration, in order; forward only. A file that is not listed does not exist. */
export const MIGRATIONS = [
  '0001-foundation.sql',
  '0002-entry.sql',
  '0003-sign-in.sql',
  '0004-registration.sql',
  '0005-mail.sql',
  '0006-public-pages.sql',
  '0007-members.sql',
  '0008-company.sql',
  '0009-readings.sql',
  '0010-service-plans.sql',
  '0011-unit-settings.sql',
  '0012-object-description.sql',
  '0013-features.sql',
  '0014-support.sql',
  '0015-account-settings.sql',
  '0016-commands.sql',
] as const;
