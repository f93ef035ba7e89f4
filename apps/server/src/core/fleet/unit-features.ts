import type { UnitFeature } from '@spora/contract/units/features';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Span } from '../log/spans.ts';

/**
 * FEAT-001: a sensor has no trips, and the subscription Bas has a log without trips (TRIP-033, DEC-73). The trigger
 * `unit_default_features` judges new units by the same rule.
 */
export const hasTripLog = (unit: { readonly kind: string; readonly subscription_type: string }): boolean =>
  unit.kind !== 'sensor' && unit.subscription_type.toLowerCase() !== 'bas';

/** What a feature is asked of. */
export interface FeaturedUnit {
  readonly kind: string;
  readonly subscription_type: string;
  readonly features: readonly string[];
}

/**
 * FEAT-001: whether a feature of a unit is on now. What is new asks it: while a feature is off nothing of it is done, told or sent; what
 * was made while it was on stays to be read. A unit without a trip log has nothing to be switched, and is ruled by its subscription alone.
 */
export const isFeatureOn = (unit: FeaturedUnit, feature: UnitFeature): boolean =>
  !hasTripLog(unit) || unit.features.includes(feature);

export function requireFeature(unit: FeaturedUnit, feature: UnitFeature): void {
  if (!isFeatureOn(unit, feature)) throw new AppError('FeatureOff', { status: 403 });
}

/** `isFeatureOn` in SQL, of the unit that the query calls so. */
export function featureIsOn(feature: UnitFeature, unit = 'u'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${unit}.${column}`);
  return sql<boolean>`(${of('kind')} = 'sensor' OR lower(${of('subscription_type')}) = 'bas' OR ${feature} = ANY (${of('features')}))`;
}

/** Those of an account's units whose feature is on. */
export async function unitsWithFeature(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: { readonly accountId: AccountId } },
  ids: readonly number[],
  feature: UnitFeature,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT u.id FROM unit u
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${int8Array(ids)}::bigint[]) AND ${featureIsOn(feature)} ORDER BY u.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Throws FeatureOff for a unit whose feature is off. */
export async function requireFeatureOf(
  ctx: { readonly db: Kysely<Db>; readonly actor: { readonly accountId: AccountId } },
  unitId: number,
  feature: UnitFeature,
): Promise<void> {
  if ((await unitsWithFeature(ctx, [unitId], feature)).length === 0) throw new AppError('FeatureOff', { status: 403 });
}

/**
 * When a feature was off, by unit, those never without it left out: what a projection is computed by, so that a rebuild equals living
 * through it. Open ends are infinite.
 */
export async function offSpansOf(
  db: Kysely<Db>,
  unitIds: readonly number[],
  feature: UnitFeature,
): Promise<ReadonlyMap<number, readonly Span[]>> {
  const { rows } = await sql<{ unit_id: number; from_ms: number; to_ms: number }>`
    SELECT unit_id, (extract(epoch FROM from_at) * 1000)::float8 AS from_ms, (extract(epoch FROM to_at) * 1000)::float8 AS to_ms
    FROM feature_off_spans(${int8Array(unitIds)}::bigint[], ${feature}) ORDER BY from_at`.execute(db);
  const spans = Map.groupBy(rows, (row) => row.unit_id);
  return new Map([...spans].map(([id, own]) => [id, own.map(({ from_ms, to_ms }) => ({ fromMs: from_ms, toMs: to_ms }))]));
}

/** Whether a feature was on at a moment, by the spans in which it was off. */
export const wasOnAt = (offSpans: readonly Span[] | undefined, timeMs: number): boolean =>
  !offSpans?.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);

/** Stored texts as the closed list, in its order; what an older version stored and is no more is left out. */
export const knownFeatures = (stored: readonly string[]): UnitFeature[] =>
  UNIT_FEATURES.filter((feature) => stored.includes(feature));

/** FEAT-003: what a unit gains and loses when it gets exactly `wanted`. */
export function featureDifference(
  before: readonly string[],
  wanted: readonly UnitFeature[],
): { readonly added: UnitFeature[]; readonly removed: UnitFeature[] } {
  return {
    added: wanted.filter((feature) => !before.includes(feature)),
    removed: knownFeatures(before).filter((feature) => !wanted.includes(feature)),
  };
}
