import type { ExportFormat, ExportQuery } from '@spora/contract/exports/endpoints';
import type { Trip } from '@spora/contract/trips/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import type { Language } from '@spora/messages/languages';
import type { TripTolls } from '../../core/reports.ts';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { findVisibleUnitIds, tripsByIds } from '../trips/api.ts';
import { idsOf, select } from '../trips/selection-api.ts';
import type { ExportRefuelling } from './refuelling-rules.ts';
import * as readModel from './read-model.ts';
import {
  atSea,
  type Column,
  columnsFor,
  count,
  type ExportRow,
  type Money,
  newTally,
  passengerSupplement,
  type RowWords,
  type Tally,
  wordsIn,
} from './rules.ts';
import type { AttestedPeriod, ExportFacts } from './statement-rules.ts';
import { requireTripLog } from '../../core/fleet/visible-units.ts';
import { rowsWithin, toRefuelling } from '../refuelling/api.ts';
import { toTrip } from '../trips/shown-trip-api.ts';

/** Rows that are read in one transaction. */
const PAGE = 500;
/** Both are drawn whole before they leave: what a person still leafs through, and what memory bears. */
const MOST: Readonly<Record<ExportFormat, number>> = { csv: Infinity, json: Infinity, xlsx: 20_000, pdf: 5_000 };

/** A log on its way into a file. What is said of it as a whole is known when its pages have been read. */
export interface LogExport {
  readonly ctx: MemberCtx;
  readonly language: Language;
  readonly words: RowWords;
  readonly columns: readonly Column[];
  readonly facts: ExportFacts;
  /** How many trips it will hold. */
  readonly count: number;
  readonly tally: Tally;
  /** TRIP-035: what the units were filled and charged with in the period, oldest first. */
  readonly refuellings: readonly ExportRefuelling[];
  /** In the order asked for; a short transaction each. */
  readonly pages: () => AsyncGenerator<readonly ExportRow[]>;
  readonly periods: () => Promise<AttestedPeriod[]>;
}

export interface LogOptions {
  readonly format: ExportFormat;
  readonly host: string;
  readonly language: Language;
  /** Those that the filter means, where it names them otherwise than by trackers; the caller has made sure that the actor sees them. */
  readonly unitIds?: readonly number[];
  /** For other eyes than the actor's: every private trip is masked, their own too (TRIP-032). */
  readonly masksAll?: boolean;
  readonly tripTolls?: TripTolls | undefined;
}

/** Nobody drives as this member, and whose periods were attested is not theirs to know as it is an administrator's. */
const ANYBODY = { memberId: 0, isAdmin: false, isPrivateClosed: true };

/** `tx` is a transaction, `ctx` what the pages are read by after it has ended. */
export async function openLog(
  tx: MemberCtx,
  ctx: MemberCtx,
  query: ExportQuery,
  { format, host, language, unitIds: named, masksAll = false, tripTolls }: LogOptions,
): Promise<LogExport> {
  const { actor, now } = tx;
  const unitIds = named ?? (await findVisibleUnitIds(tx, query.imeis));
  const seenBy = (one: MemberCtx): MemberCtx => (masksAll ? { ...one, actor: { ...one.actor, ...ANYBODY } } : one);
  await requireTripLog(tx, unitIds);
  const rows = await idsOf(seenBy(tx), await select(seenBy(tx), { ...query, unitIds }), query);
  const unitsInFile = [...new Set(rows.map((row) => row.unit_id))];
  // Words that are searched for are looked for in trips: beside those of one unit nothing is told of others.
  const refuellings = await refuellingsOf(seenBy(tx), query, query.search === '' ? unitIds : unitsInFile);
  if (Math.max(rows.length, refuellings.length) > MOST[format])
    throw new AppError('ExportTooLong', { status: 422, params: { count: MOST[format] } });
  const account = await readModel.accountFacts(tx);
  const namesUnits = named !== undefined || query.imeis.length > 0;
  const stated = namesUnits ? unitIds : unitsInFile;
  const units = await readModel.unitFacts(tx, stated, query);
  const tally = newTally();
  // One that begins after the period says nothing of it.
  const rates = (await readModel.passengerRates(tx)).filter(({ valid_from }) => valid_from <= query.to);
  const said = wordsIn(language, actor.timeZone, account.other_trip_type);
  const supplementOf = (trip: Trip) => passengerSupplement(trip, trip.day, rates);
  const isAtSea = units.length > 0 && units.every(({ kind }) => isWatercraft(kind));
  const tollsByTrip = new Map<number, readonly Money[]>();
  const tolls = tripTolls && (await tripTolls.areFound(tx, stated)) ? { ...tripTolls, byTrip: tollsByTrip } : null;
  const tollsOf = (trip: Trip): readonly Money[] => tollsByTrip.get(trip.id) ?? [];
  const words: RowWords = { ...(isAtSea ? atSea(said) : said), supplementOf, tollsOf };
  return {
    ctx,
    language,
    words,
    columns: columnsFor(account.country, { passengerRate: rates.length > 0, tolls: tolls !== null }, isAtSea),
    count: rows.length,
    refuellings,
    facts: {
      account: account.name,
      country: account.country,
      madeBy: account.full_name,
      madeAt: now(),
      timeZone: actor.timeZone,
      query,
      names: { units: units.map(({ name }) => name), ...(await readModel.filterNames(tx, [query]))(query) },
      units,
      unitCount: unitIds.length,
      namesUnits,
      verifyAddress: `${host}/verify`,
    },
    tally,
    pages: () =>
      pagesOf(
        seenBy(ctx),
        rows.map(({ id }) => id),
        { tally, words, tolls },
      ),
    periods: () => inTransaction(ctx, (short) => readModel.attestedPeriods(short, [...tally.attestationIds])),
  };
}

/** Of the units given and of the days and people that the filter means; what else it asks for is asked of trips (decision 0031). */
async function refuellingsOf(ctx: MemberCtx, query: ExportQuery, unitIds: readonly number[]): Promise<ExportRefuelling[]> {
  const { from, to, driver_ids: memberIds, departments, tags } = query;
  const rows = await rowsWithin(ctx, { unitIds, from, to, memberIds, departments, tags });
  return rows.map((row) => {
    const { can: _can, ...entry } = toRefuelling(ctx.actor, row, false);
    return { ...entry, unit: row.unit_name, plate: row.registration_number };
  });
}

async function* pagesOf(
  ctx: MemberCtx,
  ids: readonly number[],
  {
    tally,
    words,
    tolls,
  }: { tally: Tally; words: RowWords; tolls: (TripTolls & { byTrip: Map<number, readonly Money[]> }) | null },
): AsyncGenerator<readonly ExportRow[]> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const wanted = ids.slice(at, at + PAGE);
    const found = await inTransaction(ctx, async (short) => {
      const rows = await tripsByIds(short, wanted);
      const tolled = rows.map((row) => ({ id: row.id, unitId: row.unit_id, day: row.day }));
      for (const [id, sums] of (await tolls?.of(short, tolled)) ?? []) tolls?.byTrip.set(id, sums);
      return rows;
    });
    const byId = new Map(found.map((row) => [row.id, row]));
    const page = wanted.flatMap((id): ExportRow[] => {
      const row = byId.get(id);
      return row ? [{ trip: toTrip(ctx.actor, row), attestationId: row.attestation_id }] : [];
    });
    for (const row of page) count(tally, row, ctx.actor.isAdmin, words);
    yield page;
  }
}

/** All rows at once, for a file that is drawn whole. */
export async function allRows({ pages }: LogExport): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const page of pages()) rows.push(...page);
  return rows;
}
