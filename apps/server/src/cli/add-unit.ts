import { hardwareOf, HARDWARE_FAMILIES } from '@spora/protocols/list';
import { MARKER_SYMBOLS, UNIT_KINDS } from '@spora/contract/units/values';
import { readCommand, refuse } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { registerUnits } from '../demo/units.ts';
import { oneOf } from './known-values.ts';
import { namedAccount } from './named-account.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('add-unit');
const kind = oneOf('add-unit', '--kind', UNIT_KINDS, values.kind);
const family = oneOf('add-unit', '--family', HARDWARE_FAMILIES, values.family ?? hardwareOf().family);

/** A tracker that is new here was nobody else's before: what it has stored since it was mounted belongs to the unit too. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z');

/** Adds a unit with the tracker that sits in it; its IMEI is accepted from that moment. To the demo's account unless one is named. */
await withMigratedDatabase(async ({ config, url }) => {
  if (!config.isDemo && values.account === undefined)
    refuse('add-unit', 'Outside the demo say to which account: --account COMPANY is missing.');

  const owner = openDatabase(url, { max: 1 });
  try {
    const account = await namedAccount(owner, values.account);
    const symbol = MARKER_SYMBOLS.find((each) => each === kind) ?? 'car';
    const registrationNumber = values['registration-number'];
    const unit = {
      imei: values.imei,
      name: values.name,
      kind,
      symbol,
      family,
      ...(registrationNumber === undefined ? {} : { registrationNumber }),
    };
    const added = await registerUnits(owner, account.id, [unit], LONG_AGO);
    if (added === 0) throw new Error('A tracker with this IMEI is registered already.');
    console.log(`${values.name} is in ${account.name}; the tracker ${values.imei} is accepted from now on.`);
  } finally {
    await owner.destroy();
  }
});
