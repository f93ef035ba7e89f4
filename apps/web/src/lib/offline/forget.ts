import { mustForget } from './must-forget.ts';
import { openRows, type OfflineRows } from './rows.ts';
import { eraseOffline } from './store.ts';

/** Nobody is signed in: what was kept to be read is erased, and after signing out (`mustForget`) what waits to be sent too. */
export async function forgetOffline(open: () => Promise<OfflineRows | null> = openRows): Promise<void> {
  const rows = await open();
  if (rows) await eraseOffline(rows, mustForget.read() ?? false);
  mustForget.clear();
}
