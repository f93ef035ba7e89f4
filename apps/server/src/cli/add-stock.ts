import { parseArgs } from 'node:util';
import { hardwareOf, HARDWARE_FAMILIES } from '@spora/protocols/list';
import { SUBSCRIPTIONS } from '@spora/contract/support/endpoints';
import { BRANDS, SUBSITE_MAX } from '@spora/contract/brands';
import { imei as imeiSchema } from '@spora/contract/fields';
import { imeiHasLuhn } from '@spora/contract/identity';
import { openDatabase } from '../platform/database/database.ts';
import { withOwnDatabase } from './own-database.ts';

const USAGE = `npm run add-stock -- --imei N [--imei N ...] [--family ${HARDWARE_FAMILIES.join('|')}] [--subsite 0-${SUBSITE_MAX}] [--subscription ${SUBSCRIPTIONS.join('|')}]`;

/** Support puts trackers into the stock: whoever has one may register with its IMEI from that moment. All of them or none. */
await withOwnDatabase(async ({ url }) => {
  const { values } = parseArgs({
    options: {
      imei: { type: 'string', multiple: true },
      family: { type: 'string', default: hardwareOf().family },
      subsite: { type: 'string' },
      subscription: { type: 'string', default: 'Standard' },
    },
  });
  const parsed = (values.imei ?? []).map((text) => imeiSchema.safeParse(text));
  const imeis = [...new Set(parsed.flatMap(({ data }) => data ?? []))];
  const family = HARDWARE_FAMILIES.find((each) => each === values.family);
  const subscription = SUBSCRIPTIONS.find((each) => each === values.subscription);
  const brand = BRANDS.find(({ subsiteId }) => String(subsiteId) === values.subsite);
  if (imeis.length === 0 || parsed.some(({ success }) => !success) || !family || !subscription) throw new Error(USAGE);
  if (values.subsite !== undefined && !brand) throw new Error(USAGE);

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
