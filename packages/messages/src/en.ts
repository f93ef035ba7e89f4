import { accounts } from './en/accounts.ts';
import { auth } from './en/auth.ts';
import { errors } from './en/errors.ts';
import { map } from './en/map.ts';
import { shell } from './en/shell.ts';
import { tracking } from './en/tracking.ts';
import { trips } from './en/trips.ts';
import { units } from './en/units.ts';

/** The English catalogue (ICU messages); it is the type that the others satisfy. */
export const en = { ...errors, ...shell, ...map, ...auth, ...accounts, ...units, ...tracking, ...trips } as const;
