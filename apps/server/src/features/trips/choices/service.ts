import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  filterChoices as filterChoicesEndpoint,
  listDrivers as listDriversEndpoint,
  listProjects as listProjectsEndpoint,
  listPurposes as listPurposesEndpoint,
  PURPOSE_SOURCES,
} from '@spora/contract/trips/choices';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { findVisibleTrip } from '../api.ts';
import * as readModel from './read-model.ts';
import { findVisibleUnit, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { isMasked } from '../masking-rules.ts';
import { factsOf } from '../shown-trip-api.ts';

const EACH = 8;

/** API-064, TRIP-022: what is written of that same way comes first, then what one writes oneself, then the account's own list and what is common. */
export async function listPurposes(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listPurposesEndpoint>,
): Promise<HandlerData<typeof listPurposesEndpoint>> {
  const unitIds = await unitsOf(ctx, query.imei);
  const row = query.trip_id === undefined ? null : await findVisibleTrip(ctx, query.trip_id);
  const between = row && !isMasked(ctx.actor, factsOf(row)) ? await readModel.purposesBetween(ctx, row.id, EACH) : [];
  const own = await readModel.purposesWritten(ctx, EACH);
  const kept = await readModel.purposesKept(ctx, row?.type ?? null);
  const account = await readModel.purposesOfUnits(ctx, unitIds, EACH);
  const usual = [
    ...(await readModel.ownUsualPurpose(ctx)),
    ...(query.imei === undefined ? [] : await readModel.usualPurposesOf(ctx, unitIds)),
  ];
  const seen = new Set<string>();
  const take = (source: (typeof PURPOSE_SOURCES)[number], texts: readonly string[]) =>
    texts.flatMap((text) => (seen.has(text) ? [] : (seen.add(text), [{ text, source }])));
  return {
    purposes: [
      ...take('same-ends', between),
      ...take('account', usual),
      ...take('own', own),
      ...take('account', [...kept, ...account]),
    ],
  };
}

/** API-069. */
export async function listDrivers(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listDriversEndpoint>,
): Promise<HandlerData<typeof listDriversEndpoint>> {
  return { drivers: await readModel.driversOf(ctx, await unitsOf(ctx, query.imei)) };
}

/** API-073. */
export async function listProjects(ctx: MemberCtx): Promise<HandlerData<typeof listProjectsEndpoint>> {
  return { projects: await readModel.projectsOf(ctx, await visibleUnitIds(ctx)) };
}

/** TRIP-018. */
export async function filterChoices(ctx: MemberCtx): Promise<HandlerData<typeof filterChoicesEndpoint>> {
  const unitIds = await visibleUnitIds(ctx);
  return {
    drivers: await readModel.driversOf(ctx, unitIds),
    ...(await readModel.groupsOf(ctx, unitIds)),
    projects: await readModel.projectsOf(ctx, unitIds),
    places: await readModel.placesOf(ctx, unitIds),
  };
}

const unitsOf = async (ctx: MemberCtx, imei: string | undefined): Promise<readonly number[]> =>
  imei === undefined ? visibleUnitIds(ctx) : [(await findVisibleUnit(ctx, imei)).unitId];
