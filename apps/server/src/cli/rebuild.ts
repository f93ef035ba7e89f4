import { readCommand } from '../../../../scripts/command-line.mjs';
import { rebuildTracker } from '../core/engine/rebuild.ts';
import { openDatabase } from '../platform/database/database.ts';
import { ENGINE, tripsFinished } from '../roles/engine.ts';
import { withMigratedDatabase } from './own-database.ts';

const { imei } = readCommand('rebuild').values;

await withMigratedDatabase(async ({ url }) => {
  const db = openDatabase(url, { max: 2, name: 'spora rebuild' });
  try {
    const units = await rebuildTracker(ENGINE, db, imei, new Date());
    if (units.length === 0) {
      console.error(`No unit has ever had the tracker ${imei}.`);
      process.exitCode = 1;
    }
    for (const { unitId, events } of units) console.log(`Unit ${unitId}: ${tripsFinished(events)} trips from the log.`);
  } finally {
    await db.destroy();
  }
});
