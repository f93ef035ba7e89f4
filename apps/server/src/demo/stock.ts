import { hardwareOf } from '@spora/protocols/list';
import type { Kysely } from 'kysely';
import { brandOf } from '@spora/contract/brands';
import type { Db } from '../platform/database/db.generated.ts';
import { demoImei } from './roster.ts';

/** A place in the numbering of the demo's trackers that no account of its roster reaches. */
const STOCK_SHELF = 98;

interface StockUnit {
  readonly family?: string;
  /** Only this brand may register it. */
  readonly subsiteId?: number;
  readonly subscription?: 'Bas' | 'Standard' | 'Plus';
}

/** Most are for every brand; two show what a brand's own stock means, one that of a small subscription. */
const STOCK: readonly StockUnit[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  {},
  { subscription: 'Plus' },
  { subscription: 'Bas' },
  { family: 'C' },
  { subsiteId: 3 },
  { subsiteId: 7 },
];

const ROWS = STOCK.map(({ family, subsiteId = null, subscription = 'Standard' }, place) => ({
  imei: demoImei(STOCK_SHELF, place),
  ...hardwareOf(family),
  subsite_id: subsiteId,
  subscription_type: subscription,
}));

/** Puts the demo's trackers into the stock; those that are there, registered or not, stay as they are. */
export async function ensureDemoStock(owner: Kysely<Db>): Promise<void> {
  await owner
    .insertInto('stock_unit')
    .values(ROWS)
    .onConflict((conflict) => conflict.constraint('stock_unit_pk').doNothing())
    .execute();
}

const PER_LINE = 4;

/** What the start says of the IMEIs that can still be registered; nothing when all are. */
export async function tellDemoStock(owner: Kysely<Db>): Promise<readonly string[]> {
  const free = await owner
    .selectFrom('stock_unit')
    .where('registered_at', 'is', null)
    .where(
      'imei',
      'in',
      ROWS.map(({ imei }) => imei),
    )
    .orderBy('imei')
    .select(['imei', 'subsite_id'])
    .execute();
  const everywhere = free.filter(({ subsite_id }) => subsite_id === null).map(({ imei }) => imei);
  const lines = Array.from({ length: Math.ceil(everywhere.length / PER_LINE) }, (_, i) =>
    everywhere.slice(i * PER_LINE, (i + 1) * PER_LINE).join(', '),
  );
  const branded = free.flatMap(({ imei, subsite_id }) =>
    subsite_id === null ? [] : [`${imei} (${brandOf(subsite_id).name} only, ?subsite=${subsite_id})`],
  );
  const all = [...lines, ...(branded.length > 0 ? [branded.join(', ')] : [])];
  return all.length === 0 ? [] : ['IMEIs that can be registered:', ...all.map((line) => `  ${line}`)];
}
