import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { STOCK_PAGE } from '@spora/contract/limits';
import type {
  addStock as addEndpoint,
  checkStock as checkEndpoint,
  exportStock as exportEndpoint,
  listStock as listEndpoint,
  StockRow,
} from '@spora/contract/support/back-office';
import { hardwareOf, HARDWARE_FAMILIES } from '@spora/protocols/list';
import { AppError } from '../../../platform/app-error.ts';
import type { SupportCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { requireSupport } from '../policy.ts';
import { judgeNumbers, numbersIn } from '../rules.ts';
import { noteAct } from '../service.ts';
import * as repository from './repository.ts';
import { csvLine } from '../../../platform/documents/csv.ts';

/** A file of more rows than this is of no use to a person. */
const EXPORT_MAX = 100_000;

export async function listStock(
  ctx: SupportCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const { page, ...filter } = query;
  const rows = await repository.stockRows(ctx.db, filter, { limit: STOCK_PAGE, offset: (page - 1) * STOCK_PAGE });
  return { rows: rows.map(shown), total: await repository.countStock(ctx.db, filter), families: [...HARDWARE_FAMILIES] };
}

type Row = Awaited<ReturnType<typeof repository.stockRows>>[number];

const shown = ({ added_at, registered_at, ...row }: Row): StockRow => ({
  ...row,
  subscription_type: row.subscription_type as StockRow['subscription_type'],
  added_at: added_at.toISOString(),
  registered_at: registered_at?.toISOString() ?? null,
});

export async function exportStock(ctx: SupportCtx, { query }: HandlerInput<typeof exportEndpoint>): Promise<FileAnswer> {
  const rows = await repository.stockRows(ctx.db, query, { limit: EXPORT_MAX, offset: 0 });
  const lines = rows
    .map(shown)
    .map(({ imei, family, subsite_id, subscription_type, added_at, registered_at }) =>
      csvLine([imei, family, subsite_id ?? '', subscription_type, added_at, registered_at ?? '']),
    );
  const head = csvLine(['imei', 'family', 'brand', 'subscription', 'added_utc', 'registered_utc']);
  return {
    body: ['\ufeff', head, ...lines].join(''),
    type: 'text/csv; charset=utf-8',
    name: `stock-${ctx.now().toISOString().slice(0, 10)}.csv`,
  };
}

export async function checkStock(
  { db }: SupportCtx,
  { body }: HandlerInput<typeof checkEndpoint>,
): Promise<CallData<typeof checkEndpoint>> {
  return { rows: judgeNumbers(body.imeis, await repository.faultsOf(db, numbersIn(body.imeis))) };
}

/** All of them or none: whoever packs a box of trackers wants to know that every one can be registered. */
export async function addStock(
  ctx: SupportCtx,
  { body }: HandlerInput<typeof addEndpoint>,
): Promise<CallData<typeof addEndpoint>> {
  requireSupport(ctx.actor);
  const imeis = [...new Set(body.imeis)];
  if ((await repository.faultsOf(ctx.db, imeis)).size > 0) throw new AppError('StockNumbersTaken');
  const { family, subsite_id, subscription_type } = body;
  if (family !== undefined && !HARDWARE_FAMILIES.includes(family)) throw new InputError({ family: ['InvalidInput'] });
  const added_at = ctx.now();
  await repository.insertStock(
    ctx.db,
    imeis.map((imei) => ({ imei, ...hardwareOf(family), subsite_id, subscription_type, added_at })),
  );
  await noteAct(ctx, 'stock', `${imeis.length}: ${imeis.slice(0, 20).join(', ')}`);
  return { added: imeis.length };
}
