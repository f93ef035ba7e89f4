import type { HandlerInput } from '@spora/contract/endpoint';
import type { ObjectDescription, saveObjectDescription } from '@spora/contract/object-description/endpoints';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { audit } from '../../core/people/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import * as pictures from './pictures/repository.ts';
import { objectCan, requireCan } from './policy.ts';
import * as repository from './repository.ts';
import { changesBetween, isYearPossible } from './rules.ts';
import { findOpen, unitCanOf } from '../../core/fleet/managed-units.ts';
import { isFeatureOn } from '../../core/fleet/unit-features.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';

/** A unit that the actor may open, and what they may do with its description. */
export interface OpenUnit extends repository.OfUnit {
  readonly name: string;
  readonly imei: string;
  readonly registrationNumber: string | null;
  readonly can: ReturnType<typeof objectCan>;
  /** FEAT-001: what was reported and shared stays when theft protection is switched off; nothing is added. */
  readonly hasTheft: boolean;
}

/** Throws UnitNotFound or UnitLocked, as the unit's page does. */
export async function openUnit(ctx: MemberCtx, imei: string): Promise<OpenUnit> {
  const row = await findOpen(ctx, imei);
  return {
    accountId: ctx.actor.accountId,
    unitId: row.id,
    name: row.name,
    imei,
    registrationNumber: row.registration_number,
    can: objectCan(ctx.actor, await unitCanOf(ctx, row)),
    hasTheft: isFeatureOn(row, 'theft'),
  };
}

export async function getDescription(ctx: MemberCtx, imei: string): Promise<ObjectDescription> {
  return describe(ctx, await openUnit(ctx, imei));
}

export async function describe({ db }: MemberCtx, unit: OpenUnit): Promise<ObjectDescription> {
  const facts = await repository.findFacts(db, unit);
  return {
    ...facts,
    registration_number: unit.registrationNumber,
    pictures: await pictures.list(db, unit),
    can: { edit: unit.can.edit },
  };
}

/** OBJ-001: only what was sent is changed; each change stands in the unit's history. */
export async function saveDescription(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveObjectDescription>,
): Promise<ObjectDescription> {
  const { db, actor, now } = ctx;
  const unit = await openUnit(ctx, params.imei);
  requireCan(unit.can, 'edit');
  if (body.year && !isYearPossible(body.year, now())) throw new InputError({ year: ['YearInvalid'] });
  await lockRow(db, unit.accountId, unit.unitId);
  const before = await repository.findFacts(db, unit);
  const { was, ...sent } = body;
  requireUnchanged(before, { ...sent, was });
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given };
  const changes = changesBetween(before, after);
  if (changes.length > 0) {
    await repository.saveFacts(db, unit, after, now());
    await insertChanges(db, actor, unit.unitId, now(), changes);
    const by = (side: 'before' | 'after') =>
      Object.fromEntries(changes.map((change) => [change.field.slice('object_'.length), change[side] || null]));
    await audit(ctx, 'object-described', unit.name, changesFor(by('before'), by('after')) ?? {});
  }
  return describe(ctx, unit);
}
