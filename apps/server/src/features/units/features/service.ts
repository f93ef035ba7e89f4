import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  applyFeatureProfile as applyEndpoint,
  createFeatureProfile as createEndpoint,
  FeatureProfile,
  getDefaultFeatures as defaultsEndpoint,
  listFeatureProfiles as listEndpoint,
  saveDefaultFeatures as saveDefaultsEndpoint,
  UnitFeature,
  updateFeatureProfile as updateEndpoint,
} from '@spora/contract/units/features';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { updateUnit } from '../../../core/fleet/unit-row.ts';
import { requireMayManageFeatures } from './policy.ts';
import * as repository from './repository.ts';
import { featureDifference, hasTripLog, knownFeatures } from '../../../core/fleet/unit-features.ts';
import { findManagedUnits, type FittedUnit, isShutOutOf } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { insertChanges } from '../../../core/fleet/unit-history.ts';

export async function readDefaultFeatures({ db, actor }: MemberCtx): Promise<CallData<typeof defaultsEndpoint>> {
  requireMayManageFeatures(actor);
  return { features: knownFeatures(await repository.defaultFeatures(db, actor.accountId)) };
}

/** FEAT-004: from now on for units that are added; those that are there keep what they have. */
export async function saveDefaultFeatures(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveDefaultsEndpoint>,
): Promise<Record<string, never>> {
  requireMayManageFeatures(ctx.actor);
  await repository.saveDefaultFeatures(ctx.db, ctx.actor.accountId, body.features);
  await audit(ctx, 'default-features-changed', '', { features: body.features.join(', ') });
  return {};
}

const asProfile = ({ id, name, features }: repository.ProfileRow): FeatureProfile => ({
  id,
  name,
  features: knownFeatures(features),
});

export async function listProfiles({ db, actor }: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  requireMayManageFeatures(actor);
  return { profiles: (await repository.listProfiles(db, actor.accountId)).map(asProfile) };
}

export async function createProfile(ctx: MemberCtx, { body }: HandlerInput<typeof createEndpoint>): Promise<FeatureProfile> {
  requireMayManageFeatures(ctx.actor);
  const row = await repository.insertProfile(ctx.db, ctx.actor.accountId, body);
  await audit(ctx, 'feature-profile-saved', row.name, { features: body.features.join(', ') });
  return asProfile(row);
}

export async function updateProfile(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<FeatureProfile> {
  requireMayManageFeatures(ctx.actor);
  const stands = await repository.lockProfile(ctx.db, ctx.actor.accountId, params.id);
  if (stands) requireUnchanged(asProfile(stands), body);
  const row = await repository.updateProfile(ctx.db, ctx.actor.accountId, params.id, body);
  if (!row) throw new AppError('ProfileNotFound', { status: 404 });
  await audit(ctx, 'feature-profile-saved', row.name, { features: body.features.join(', ') });
  return asProfile(row);
}

export async function removeProfile(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  requireMayManageFeatures(ctx.actor);
  const row = await repository.deleteProfile(ctx.db, ctx.actor.accountId, id);
  if (!row) throw new AppError('ProfileNotFound', { status: 404 });
  await audit(ctx, 'feature-profile-removed', row.name);
  return {};
}

/** FEAT-003: of each unit what it gains and loses, or why it cannot take the profile; when committed, does it. */
export async function applyProfile(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof applyEndpoint>,
): Promise<CallData<typeof applyEndpoint>> {
  requireMayManageFeatures(ctx.actor);
  const found = await findManagedUnits(ctx, body.imeis);
  const row = await repository.profileById(ctx.db, ctx.actor.accountId, params.id);
  if (!row) throw new AppError('ProfileNotFound', { status: 404 });
  const wanted = knownFeatures(row.features);
  const units = found.map((unit) => {
    const refused = refusalOf(ctx, unit);
    const difference = refused ? { added: [], removed: [] } : featureDifference(unit.features, wanted);
    return { unit, refused, ...difference };
  });
  const changed = units.filter(({ added, removed }) => added.length + removed.length > 0);
  if (body.commit) {
    for (const { unit } of changed) await setFeatures(ctx, unit, wanted);
    await audit(ctx, 'feature-profile-applied', row.name, { count: changed.length });
  }
  return { units: units.map(({ unit, ...told }) => ({ imei: unit.imei, name: unit.name, ...told })) };
}

/** Why the features of a unit cannot be changed; null when they can. */
export const refusalOf = (ctx: MemberCtx, unit: FittedUnit): 'UnitLocked' | 'UnitHasNoTripLog' | null =>
  isShutOutOf(ctx, unit) ? 'UnitLocked' : hasTripLog(unit) ? null : 'UnitHasNoTripLog';

/** Gives a unit exactly these features, with a line in its history. */
export async function setFeatures(
  { db, actor, now }: MemberCtx,
  unit: FittedUnit,
  wanted: readonly UnitFeature[],
): Promise<void> {
  await updateUnit(db, actor.accountId, unit.id, { features: [...wanted] });
  const before = knownFeatures(unit.features).join(', ');
  await insertChanges(db, actor, unit.id, now(), [{ field: 'features', before, after: wanted.join(', ') }]);
}
