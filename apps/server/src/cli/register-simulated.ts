import { hardwareOf, HARDWARE_FAMILIES } from '@spora/protocols/list';
import { readCommand, refuse } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { registerUnits } from '../demo/units.ts';
import { oneOf } from './known-values.ts';
import { namedAccount } from './named-account.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('register-simulated');
const { 'imei-from': first, units: count } = values;
const family = oneOf('register-simulated', '--family', HARDWARE_FAMILIES, values.family ?? hardwareOf().family);
if (!/^\d{1,15}$/.test(first)) refuse('register-simulated', `--imei-from takes up to 15 digits, not ${first}.`);

/** Adds units for simulated trackers, to the demo's account unless one is named. */
await withMigratedDatabase(async ({ config, url }) => {
  if (!config.isDemo && values.account === undefined)
    refuse('register-simulated', 'Outside the demo say to which account: --account NAME is missing.');

  const owner = openDatabase(url, { max: 1 });
  try {
    const account = await namedAccount(owner, values.account);
    const imeis = Array.from({ length: count }, (_, i) => String(BigInt(first) + BigInt(i)).padStart(15, '0'));
    const longAgo = new Date('2000-01-01T00:00:00Z');
    let added = 0;
    for (let i = 0; i < count; i += 1000) {
      const units = imeis.slice(i, i + 1000).map((imei) => ({ imei, name: `Simulated ${imei.slice(-6)}`, family }));
      added += await registerUnits(owner, account.id, units, longAgo);
    }
    console.log(`${added} units added to ${account.name}, ${count - added} were there.`);
  } finally {
    await owner.destroy();
  }
});
