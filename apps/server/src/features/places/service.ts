import type { GeoAddress } from '../../platform/ports.ts';
import type { Ctx } from '../../platform/ctx.ts';
import * as repository from './repository.ts';
import type { CachedAddress } from './repository.ts';
import { cellOf, cellsAround, keptForMs } from './rules.ts';

export interface Point {
  readonly lat: number;
  readonly lon: number;
}

/**
 * The address of a point: cache, provider, nearest place. Never fails because a provider does; an approximate answer
 * is asked for again later.
 */
export async function describePoint(ctx: Ctx, point: Point, language: string): Promise<CachedAddress> {
  const cell = cellOf(point.lat, point.lon);
  const now = ctx.now();
  const cached = await repository.findInCells(ctx.db, cellsAround(cell), language, now);
  if (cached && !cached.isApproximate) return cached;
  const { address, provider } = await ask(ctx, point, language);
  if (cached && address.isApproximate) return cached;
  const expiresAt = new Date(now.getTime() + keptForMs(address, ctx.ports.geocoder.provider !== undefined));
  await repository.save(ctx.db, { cell, language, provider, address, now, expiresAt });
  return address;
}

async function ask(ctx: Ctx, point: Point, language: string): Promise<{ address: CachedAddress; provider: string }> {
  const { provider, builtIn } = ctx.ports.geocoder;
  if (provider) {
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
