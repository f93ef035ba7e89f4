import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  endTheftMode as endEndpoint,
  listThefts as listEndpoint,
  startTheftMode as startEndpoint,
} from '@spora/contract/modes/endpoints';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountId, MemberCtx } from '../../../platform/ctx.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import { findOpen, managedUnits } from '../../../core/fleet/managed-units.ts';
import { requireFeature } from '../../../core/fleet/unit-features.ts';
import { insertChanges } from '../../../core/fleet/unit-history.ts';
import { visibleUnits } from '../../../core/fleet/visible-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { commandsOfUnit, commandsOfUnits } from '../../commands/api.ts';
import { announceModes } from '../live.ts';
import { requestMode, withdrawRequest } from '../ordering.ts';
import { mayChangeReporting, requireMayChangeReporting } from '../policy.ts';
import * as readModel from '../read-model.ts';
import { hasGotTheft, isPowered, lastAsked, modesBeforeTheft, restingIn } from '../rules.ts';
import { modeToFollow, readMode, toTheft, usualRestOf } from '../service.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;

/** What a call of the interface began or ended: its role may not read all that those who listen tell of it. */
export const tellThefts = defineJob({
  name: 'modes.tell-thefts',
  payload: z.object({ ids: z.array(z.number().int()), has: z.enum(['started', 'ended']) }),
  retry: { attempts: 10 },
});

/** MODE-009, SEC-014: one that is on already gets the new end. */
export async function startTheft(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof startEndpoint>,
): Promise<CallData<typeof startEndpoint>> {
  await requireMayChangeReporting(ctx);
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireFeature(unit, 'theft');
  if (!body.confirm) throw new AppError('ConfirmTheftMode');
  const at = now();
  const endsAt = body.hours === null ? null : new Date(at.getTime() + body.hours * HOUR_MS);
  const begun = { accountId: actor.accountId, unitId: unit.id, memberId: actor.memberId, zoneName: '', startedAt: at, endsAt };
  const id = await begin(ctx, begun, await usualRestOf(ctx, unit));
  if (id === null) {
    const [on] = await readModel.theftsOn(db, actor.accountId, [unit.id]);
    if (on) await repository.setEnd(db, on.id, endsAt);
    await announceModes(db, [{ accountId: actor.accountId, unitId: unit.id }]);
  } else {
    await addJob(db, tellThefts, { ids: [id], has: 'started' });
    await insertChanges(db, actor, unit.id, at, [{ field: 'theft_mode', before: '', after: 'on' }]);
  }
  await audit(ctx, 'theft-mode-started', unit.name, { hours: body.hours });
  const { theft, expected_at } = await readMode(ctx, params.imei);
  if (!theft) throw new Error('theft mode that was just turned on is not on');
  return { theft, expected_at };
}

/** The account is in force. Null: it is on already. `usualRestS` is how often the unit usually reports while it stands, where somebody is told so. */
export async function begin(
  { db }: Pick<MemberCtx, 'db'>,
  theft: Omit<repository.NewTheft, 'modeBefore' | 'restBeforeS'>,
  usualRestS: number | null = null,
): Promise<number | null> {
  const { accountId, unitId, memberId, startedAt } = theft;
  const modes = (await readModel.modesOfUnits(db, accountId, [unitId])).get(unitId);
  const { seenS, named } = await readModel.seenOf(db, unitId);
  const last = modes ? lastAsked(modes) : null;
  const { before, restS } = modesBeforeTheft(last, { seenS, isFed: isPowered(named), restingS: usualRestS });
  const id = await repository.insertTheft(db, { ...theft, modeBefore: before, restBeforeS: restS });
  if (id !== null) await requestMode(db, { accountId, unitId, memberId, mode: 'theft', at: startedAt });
  return id;
}

/** MODE-011. */
export async function endTheft(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof endEndpoint>,
): Promise<CallData<typeof endEndpoint>> {
  await requireMayChangeReporting(ctx);
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  const [on] = await readModel.theftsOn(db, actor.accountId, [unit.id]);
  const at = now();
  if (!on || !(await repository.endTheft(db, on.id, at, actor.memberId))) return {};
  await bringBack(ctx, { accountId: actor.accountId, unitId: unit.id, memberId: actor.memberId, theft: on, at });
  await addJob(db, tellThefts, { ids: [on.id], has: 'ended' });
  await insertChanges(db, actor, unit.id, at, [{ field: 'theft_mode', before: 'on', after: '' }]);
  await audit(ctx, 'theft-mode-ended', unit.name);
  return {};
}

interface After {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly memberId: number | null;
  readonly theft: Pick<readModel.TheftRow, 'mode_before' | 'rest_before_s' | 'is_asked'>;
  readonly at: Date;
}

/** DEC-51: theft mode that the tracker never got is taken back; else it is asked to report as before. The account is in force. */
export async function bringBack({ db }: Pick<MemberCtx, 'db'>, after: After): Promise<void> {
  const { theft, ...request } = after;
  const { accountId, unitId } = request;
  const modes = (await readModel.modesOfUnits(db, accountId, [unitId])).get(unitId);
  const { current, pending } = modes ?? { current: null, pending: null };
  const profile = (await commandsOfUnit(db, unitId))?.modes;
  const mode = modeToFollow(theft, { profile, current, pending });
  const hasIt = hasGotTheft(current, pending);
  if (pending && !hasIt) await withdrawRequest(db, request);
  if (mode === null || (!hasIt && mode === current?.mode)) return;
  await requestMode(db, { ...request, mode, stillS: restingIn(mode, theft.rest_before_s) });
}

/** MODE-010: the banner of the map. Of units that one may not see nothing is told. */
export async function listThefts(ctx: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const { db, actor } = ctx;
  const seen = await visibleUnits(ctx)
    .innerJoin('theft_mode', (join) => join.onRef('theft_mode.unit_id', '=', 'unit.id').on('theft_mode.ended_at', 'is', null))
    .select('unit.id')
    .execute();
  if (seen.length === 0) return { units: [] };
  const ids = seen.map(({ id }) => id);
  const units = await managedUnits(ctx).where('unit.id', 'in', ids).execute();
  const end = await mayChangeReporting(ctx);
  const rows = await readModel.theftsOn(db, actor.accountId, ids);
  const modes = await readModel.modesOfUnits(db, actor.accountId, ids);
  const commands = await commandsOfUnits(db, ids);
  return {
    units: rows.flatMap((row) => {
      const unit = units.find(({ id }) => id === row.unit_id);
      const { current = null, pending = null } = modes.get(row.unit_id) ?? {};
      const theft = toTheft(row, { profile: commands.get(row.unit_id)?.modes, current, pending });
      return unit ? [{ ...theft, id: unit.id, imei: unit.imei, name: unit.name, can: { end } }] : [];
    }),
  };
}
