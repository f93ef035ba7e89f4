import { parseArgs } from 'node:util';
import { rebuildTracker } from '../core/engine/rebuild.ts';
import { openDatabase } from '../platform/database/database.ts';
import { ENGINE, tripsFinished } from '../roles/engine.ts';
import { withOwnDatabase } from './own-database.ts';

const { values } = parseArgs({ options: { imei: { type: 'string' } } });
const imei = values.imei?.replace(/[\s-]/g, '') ?? '';
if (!/^\d{15}$/.test(imei)) {
  console.error('Which unit? npm run rebuild -- --imei 350123456789012');
  process.exit(2);
}

await withOwnDatabase(async ({ url }) => {
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
