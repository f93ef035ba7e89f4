import type { MessageKey } from './keys.ts';
import { accounts } from './sv/accounts.ts';
import { auth } from './sv/auth.ts';
import { errors } from './sv/errors.ts';
import { map } from './sv/map.ts';
import { shell } from './sv/shell.ts';
import { tracking } from './sv/tracking.ts';
import { trips } from './sv/trips.ts';
import { units } from './sv/units.ts';

export const sv = {
  ...errors,
  ...shell,
  ...map,
  ...auth,
  ...accounts,
  ...units,
  ...tracking,
  ...trips,
} as const satisfies Record<MessageKey, string>;
