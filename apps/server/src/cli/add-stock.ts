import { hardwareOf, HARDWARE_FAMILIES } from '@spora/protocols/list';
import { SUBSCRIPTIONS } from '@spora/contract/support/endpoints';
import { imeiHasLuhn } from '@spora/contract/identity';
import { readCommand } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { brandOf, oneOf } from './known-values.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('add-stock');
const imeis = [...new Set(values.imei)];
const family = oneOf('add-stock', '--family', HARDWARE_FAMILIES, values.family ?? hardwareOf().family);
const subscription = oneOf('add-stock', '--subscription', SUBSCRIPTIONS, values.subscription);
const brand = values.subsite === undefined ? undefined : brandOf('add-stock', values.subsite);

/** Support puts trackers into the stock: whoever has one may register with its IMEI from that moment. All of them or none. */
await withMigratedDatabase(async ({ url }) => {
  const owner = openDatabase(url, { max: 1 });
  try {
    await owner.transaction().execute(async (tx) => {
      const fitted = await tx
        .selectFrom('tracker')
        .innerJoin('fitting', 'fitting.tracker_id', 'tracker.id')
        .where('tracker.imei', 'in', imeis)
        .where((eb) => eb(eb.fn('upper_inf', ['fitting.during']), '=', true))
        .select('tracker.imei')
        .execute();
      if (fitted.length > 0) throw new Error(`In use already: ${fitted.map(({ imei }) => imei).join(', ')}. Nothing was added.`);
      const added = await tx
        .insertInto('stock_unit')
        .values(
          imeis.map((imei) => ({
            imei,
            ...hardwareOf(family),
            subscription_type: subscription,
            subsite_id: brand?.subsiteId ?? null,
          })),
        )
        .onConflict((conflict) => conflict.constraint('stock_unit_pk').doNothing())
        .returning('imei')
        .execute();
      if (added.length < imeis.length) {
        const there = imeis.filter((imei) => !added.some((row) => row.imei === imei));
        throw new Error(`In the stock already: ${there.join(', ')}. Nothing was added.`);
      }
    });
  } finally {
    await owner.destroy();
  }
  console.log(`${imeis.length} in the stock, to be registered by customers of ${brand?.name ?? 'every brand'}.`);
  const odd = imeis.filter((imei) => !imeiHasLuhn(imei));
  if (odd.length > 0) console.log(`Check the digits, the last one is unusual: ${odd.join(', ')}`);
});
