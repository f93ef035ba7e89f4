import { readFileSync } from 'node:fs';
import { DEFAULT_TARIFFS, parseTariff, type Tariff } from '@spora/tolls/tariffs';
import { z } from 'zod';
import { readCommand, refuse } from '../../../../scripts/command-line.mjs';
import { enteredTariffs, enterTariff } from '../features/tolls/tariffs-api.ts';
import { openDatabase } from '../platform/database/database.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('tolls');
const { show, set, reset, by } = values;
if ([show, set, reset].filter((each) => each !== undefined).length > 1)
  refuse('tolls', 'One of --show, --set and --reset at a time.');
if ((set ?? reset) !== undefined && by === undefined) refuse('tolls', '--by NAME is missing: it is kept who changed a tariff.');
const entered = set === undefined ? null : tariffIn(set);

/** A tariff from a file; what is wrong with it ends the program and changes nothing. */
function tariffIn(file: string): Tariff {
  try {
    return parseTariff(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const faults =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `  ${path.join('.') || '(whole)'}: ${message}`)
        : [`  ${error instanceof Error ? error.message : String(error)}`];
    console.error([`${file} is no tariff:`, ...faults, 'Nothing was changed.'].join('\n'));
    process.exit(1);
  }
}

const lineOf = (tariff: Tariff, isOwn: boolean): string =>
  `${tariff.id.padEnd(32)} ${tariff.validFrom} to ${tariff.validTo ?? 'further'}${isOwn ? '' : '  (entered here)'}`;

/** Shows the tariffs by which tolls are reckoned, or puts another in place of one. What was passed before is reckoned anew. */
await withMigratedDatabase(async ({ url }) => {
  const owner = openDatabase(url, { max: 1 });
  try {
    const stored = await enteredTariffs(owner);
    const isOwn = (id: string): boolean => !(stored.get(id) ?? null);
    const inForce = [...DEFAULT_TARIFFS.filter(({ id }) => isOwn(id)), ...[...stored.values()].filter((each) => each !== null)];
    const named = show ?? reset;
    const found = inForce.find(({ id }) => id === named);
    if (named !== undefined && !found) throw new Error(`There is no tariff ${named}. npm run tolls lists them.`);
    if (entered) {
      await enterTariff(owner, { id: entered.id, tariff: entered, at: new Date(), by: by ?? '' });
      console.log(`${entered.id} holds from now on, for passages of before too.`);
    } else if (reset !== undefined) {
      if (isOwn(reset)) throw new Error(`${reset} is the program's own already.`);
      await enterTariff(owner, { id: reset, tariff: null, at: new Date(), by: by ?? '' });
      const isThere = DEFAULT_TARIFFS.some(({ id }) => id === reset);
      console.log(isThere ? `${reset} is the program's own again.` : `There is no tariff ${reset} any more.`);
    } else if (found) console.log(JSON.stringify(found, null, 2));
    else for (const tariff of inForce.toSorted((a, b) => (a.id < b.id ? -1 : 1))) console.log(lineOf(tariff, isOwn(tariff.id)));
  } finally {
    await owner.destroy();
  }
});
