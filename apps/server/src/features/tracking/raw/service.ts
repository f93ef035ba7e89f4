import type { HandlerData } from '@spora/contract/endpoint';
import { HISTORY_MAX_DAYS, RAW_PAGE } from '@spora/contract/limits';
import type { rawPositions as rawEndpoint } from '@spora/contract/tracking/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { readUnitRange } from '../../../core/log/read-log.ts';
import { CONTENT_TYPES, daysText, fileNameFor, inPieces } from '../export-rules.ts';
import { isLongerThanDays, maskedSpans, privateBlocks } from '../history/rules.ts';
import { requireMap } from '../policy.ts';
import { auditPositions } from '../service.ts';
import * as readModel from './read-model.ts';
import { firstPage, rawPositions, writeRawCsv } from './rules.ts';
import { withheldSpans } from '../../../core/fleet/private-use.ts';
import { findVisibleUnit } from '../../../core/fleet/visible-units.ts';
import { hiddenBetween } from '../hiding/api.ts';

interface RawQuery {
  readonly imei: string;
  readonly from: string;
  readonly to: string;
}

/** What is known of the unit in the period, and which of it the actor may not see (MAP-031, MAP-004). */
async function readRaw(ctx: MemberCtx, query: RawQuery) {
  requireMap(ctx.actor);
  const { db, actor } = ctx;
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (isLongerThanDays(from.getTime(), to.getTime(), HISTORY_MAX_DAYS)) throw new AppError('HistoryMaxDays');
  const unit = await findVisibleUnit(ctx, query.imei);
  const withheld = await withheldSpans(ctx, unit.unitId, from, to);
  const hidden = await hiddenBetween(ctx, unit.unitId, from.getTime(), to.getTime());
  return {
    unit,
    withheld,
    hidden,
    masked: maskedSpans(withheld, hidden),
    period: { fromMs: from.getTime(), toMs: to.getTime() },
    columns: await readUnitRange(db, unit.unitId, from, to),
    families: await readModel.familiesOf(db, unit.unitId, from, to),
    hidesSpeed: await readModel.hidesSpeed(db, actor.accountId, unit.unitId),
  };
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString();

/** UNIT-017: a page of raw positions as columns. */
export async function listRawPositions(
  ctx: MemberCtx,
  query: RawQuery & { readonly after?: string | undefined },
): Promise<HandlerData<typeof rawEndpoint>> {
  const { columns, masked, hidden, withheld, families, hidesSpeed, period } = await readRaw(ctx, query);
  const afterMs = query.after === undefined ? undefined : Date.parse(query.after);
  const { page, hasMore } = firstPage(rawPositions(columns, masked, families, afterMs), RAW_PAGE);
  const last = page.at(-1);
  return {
    columns: {
      time: page.map(({ timeMs }) => timeMs),
      lat: page.map(({ lat }) => lat),
      lng: page.map(({ lon }) => lon),
      speed_kmh: page.map(({ speedKmh }) => (hidesSpeed ? null : speedKmh)),
      heading_deg: page.map(({ headingDeg }) => headingDeg),
      satellites: page.map(({ satellites }) => satellites),
      ignition: page.map(({ ignition }) => ignition),
      voltage_v: page.map(({ voltageV }) => voltageV),
      inputs: page.map(({ inputs }) => inputs),
      quality: page.map(({ quality }) => quality),
    },
    private_blocks: [
      ...privateBlocks(withheld, period).map(({ fromMs, toMs }) => ({ from: iso(fromMs), to: toMs === null ? null : iso(toMs) })),
      ...hidden.map((span) => ({ from: iso(span.fromMs), to: iso(span.toMs), is_hidden: true })),
    ],
    hides_speed: hidesSpeed,
    next: hasMore && last ? iso(last.timeMs) : null,
  };
}

/** UNIT-017: the whole period as a file, written while it is sent. */
export async function exportRawPositions(ctx: MemberCtx, query: RawQuery) {
  const { unit, columns, masked, families, hidesSpeed } = await readRaw(ctx, query);
  await auditPositions(ctx, unit.name, 'csv', query);
  return {
    type: CONTENT_TYPES.csv,
    name: fileNameFor(`${unit.name} ${daysText(query, ctx.actor.timeZone)} raw`, 'csv'),
    body: inPieces(writeRawCsv(rawPositions(columns, masked, families), hidesSpeed)),
  };
}
