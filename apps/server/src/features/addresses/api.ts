import { DAY_MS } from '@spora/calendar/durations';
import type { GeoAddress } from '../../platform/ports.ts';
import type { Ctx } from '../../platform/ctx.ts';
import * as repository from './repository.ts';
import type { CachedAddress } from './repository.ts';
import { cellOf, cellsAround, keptForMs, LOCAL_LANGUAGE, pointToAsk } from './rules.ts';

export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/**
 * The address of a point: cache, provider, nearest place. Never fails because a provider does; an approximate answer
 * is asked for again later.
 */
export async function describePoint(
  ctx: Ctx,
  point: Point,
  language: string,
  options: { mayAskProvider?: boolean } = {},
): Promise<CachedAddress> {
  const cell = cellOf(point.lat, point.lon);
  const now = ctx.now();
  const cached = await repository.findInCells(ctx.db, cellsAround(cell), language, now);
  if (cached && !cached.isApproximate) return cached;
  const mayAskProvider = ctx.ports.geocoder.provider !== undefined && (options.mayAskProvider ?? true);
  const { address, provider } = await ask(ctx, point, language, mayAskProvider);
  if (cached && address.isApproximate) return cached;
  // What the built-in table says is found again sooner than a row that is kept of it.
  if (!mayAskProvider) return address;
  const expiresAt = new Date(now.getTime() + keptForMs(address));
  await repository.save(ctx.db, { cell, language, provider, address, now, expiresAt });
  return address;
}

async function ask(
  ctx: Ctx,
  point: Point,
  language: string,
  mayAskProvider: boolean,
): Promise<{ address: CachedAddress; provider: string }> {
  const { provider, builtIn } = ctx.ports.geocoder;
  if (provider && mayAskProvider) {
    try {
      const found = await provider.reverse(point, { language });
      if (found) return { address: { label: found.label, isApproximate: false }, provider: provider.id };
    } catch (error) {
      ctx.log.info({ provider: provider.id, reason: error instanceof Error ? error.message : 'unknown' }, 'geocoder unavailable');
    }
  }
  const near = await builtIn.reverse(point, { language });
  return { address: { label: near?.label ?? null, isApproximate: true }, provider: builtIn.id };
}

/** What the built-in table calls a point: for lists of many, as it takes neither a provider nor the database. */
export async function nearestLabel(ctx: Ctx, point: Point): Promise<string | null> {
  return (await ctx.ports.geocoder.builtIn.reverse(point, { language: LOCAL_LANGUAGE }))?.label ?? null;
}

/** Addresses and places that a text may mean, best first; without a provider the places of the built-in table. */
export async function findAddresses(
  ctx: Ctx,
  text: string,
  options: { language: string; near?: Point; limit: number },
): Promise<GeoAddress[]> {
  const { provider, builtIn } = ctx.ports.geocoder;
  if (provider) {
    try {
      const found = await provider.search(text, options);
      if (found.length > 0) return found;
    } catch (error) {
      ctx.log.info({ provider: provider.id, reason: error instanceof Error ? error.message : 'unknown' }, 'geocoder unavailable');
    }
  }
  return builtIn.search(text, options);
}

const BATCH = 200;
/** How far back a nearest place is replaced by an address once a provider answers. */
const FILL_IN_DAYS = 30;

/**
 * Describes where units are and where trips began and ended, as far as that is missing; safe beside other workers and beside
 * the projector. Moving units never cost a call to the provider. Answers whether there may be more.
 */
export async function describeMissing(ctx: Ctx): Promise<boolean> {
  const ends = await describeEnds(ctx, await repository.endsToDescribe(ctx.db, BATCH));
  const units = await describeUnits(ctx, await repository.unitsToDescribe(ctx.db, BATCH, null));
  return ends >= BATCH || units >= BATCH;
}

/** Asks again for what has only a nearest place; does nothing without a provider. */
export async function fillInAddresses(ctx: Ctx): Promise<number> {
  if (!ctx.ports.geocoder.provider) return 0;
  const since = new Date(ctx.now().getTime() - FILL_IN_DAYS * DAY_MS);
  const ends = await repository.approximateEnds(ctx.db, since, BATCH);
  const units = await repository.unitsToDescribe(ctx.db, BATCH, new Date(ctx.now().getTime() - 60_000));
  return (await describeEnds(ctx, ends)) + (await describeUnits(ctx, units));
}

async function describeEnds(ctx: Ctx, ends: readonly repository.UndescribedEnd[]): Promise<number> {
  const described: repository.DescribedEnd[] = [];
  for (const end of ends) described.push({ ...end, ...(await describePoint(ctx, pointToAsk(end), LOCAL_LANGUAGE)) });
  await nameUnitsAtEnds(ctx, described);
  await ctx.db.transaction().execute(async (tx) => {
    await repository.describeEnds(tx, described);
    await ctx.ports.live.announce(
      tx,
      described.map(({ accountId, unitId }) => ({ accountId, unitId, kind: 'trip' as const })),
    );
  });
  return described.length;
}

/**
 * A unit that stands where its last trip ended is told to be where the trip ended: on its way there it was given the name of a street that
 * it drove past. Before the trips are written, so that it is done again where it failed; one at a time, since each waits for its row.
 */
async function nameUnitsAtEnds(ctx: Ctx, ends: readonly repository.DescribedEnd[]): Promise<void> {
  for (const unit of await repository.unitsAtEnds(ctx.db, ends))
    await ctx.db.transaction().execute(async (tx) => {
      const renamed = await repository.describeUnits(tx, [unit], { isPatient: true });
      if (renamed.length > 0) await ctx.ports.live.announce(tx, [{ ...unit, kind: 'position' as const }]);
    });
}

async function describeUnits(ctx: Ctx, units: readonly repository.UndescribedUnit[]): Promise<number> {
  const described: repository.DescribedUnit[] = [];
  for (const unit of units)
    described.push({ ...unit, ...(await describePoint(ctx, pointOf(unit), LOCAL_LANGUAGE, { mayAskProvider: !unit.isMoving })) });
  await ctx.db.transaction().execute(async (tx) => {
    const renamed = new Set(await repository.describeUnits(tx, described));
    const told = described.filter((unit) => renamed.has(unit.unitId));
    await ctx.ports.live.announce(
      tx,
      told.map(({ accountId, unitId }) => ({ accountId, unitId, kind: 'position' as const })),
    );
  });
  return described.length;
}

const pointOf = ({ latE7, lonE7 }: { latE7: number; lonE7: number }): Point => ({ lat: latE7 / 1e7, lon: lonE7 / 1e7 });
