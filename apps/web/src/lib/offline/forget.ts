import { openRows } from './rows.ts';
import { eraseOffline } from './store.ts';

/** Nobody is signed in: what was kept to be read is erased; `andUnsent` what waits to be sent too. */
export async function forgetOffline(andUnsent: boolean): Promise<void> {
  const rows = await openRows();
  if (rows) await eraseOffline(rows, andUnsent);
}
