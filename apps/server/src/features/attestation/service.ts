import type {
  attest as attestEndpoint,
  batchAttest as batchEndpoint,
  HeldMatter,
  toggleAttestation as toggleEndpoint,
  unattest as unattestEndpoint,
} from '@spora/contract/attestation/endpoints';
import type { AuditDetail } from '@spora/contract/accounts/audit-details';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import type { AuditDetails } from '../../platform/observing/audit.ts';
import { inTransaction, type MemberCtx, NOBODY } from '../../platform/ctx.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { sealPeriods } from './sealing/service.ts';
import { attestedWith, judge, meant, mustKnowMember } from './matters/service.ts';
import { heldBy } from './status/read-model.ts';
import { levelOf, requireMayAttestFor, requireMayRunAttestation } from './policy.ts';
import { settleOpen } from './proposals/repository.ts';
import * as repository from './repository.ts';
import { isOver } from './rules.ts';
import { requireTripLog, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { lockUnits } from '../../core/fleet/hold-units.ts';
import { requireFeatureOf } from '../../core/fleet/unit-features.ts';
import { accountOf, recipients } from '../../core/people/members.ts';
import { todayOf } from '../../core/people/account-clock.ts';
import { layOverReopened } from '../trips/privacy-api.ts';
import { recomputeUnitDays } from '../trips/unit-days-api.ts';
import { refitTracker } from '../../core/engine/refit.ts';

/** ATT-001: the trips of a period, of one unit or of all that were driven, in one transaction: all of them or none. */
export async function attest(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof attestEndpoint>,
): Promise<HandlerData<typeof attestEndpoint>> {
  requireMayAttestFor(ctx.actor, body.user_id === undefined ? ctx.actor.memberId : body.user_id);
  const scope = await meant(ctx, body);
  const level = levelOf(ctx.actor, scope.memberId);
  if (!isOver(scope.to, todayOf(ctx))) throw new AppError('AttestNotOver', { status: 422 });
  return inTransaction(ctx, async (inner) => {
    await lockUnits(inner.db, scope.unitIds);
    const taken = await repository.overlapping(inner.db, inner.actor.accountId, scope.unitIds, scope);
    const { matters, unitIds, count } = await judge(inner, scope);
    const isTaken = (unitId: number) => taken.some((one) => one.unitId === unitId && one.memberId === scope.memberId);
    const own = taken.filter((one) => one.memberId === scope.memberId);
    // An administrator is not told whether there are trips: they may all be private ones of somebody else (TRIP-032).
    if (count === 0 && (level === 'user' || !scope.isOneUnit))
      throw new AppError(own.length > 0 ? 'AttestAlready' : 'AttestNothing');
    if (unitIds.every(isTaken)) throw new AppError('AttestAlready');
    if (matters.some((matter) => matter.isBlocking)) throw new AppError('AttestOpenMatters');
    const attested = [];
    for (const unitId of unitIds.filter((id) => !isTaken(id)))
      attested.push({ unit_id: unitId, ...(await make(inner, { ...scope, unitId }, level, body.note)) });
    await sealPeriods(
      inner,
      attested.map(({ id }) => id),
    );
    return { attested, state: level };
  });
}

/** A new attestation with its trips held, to be sealed; in a transaction that holds the unit. */
async function make(
  inner: MemberCtx,
  scope: repository.Scope,
  level: 'user' | 'admin',
  note: string,
): Promise<{ id: number; trips: number }> {
  const { db, actor, now } = inner;
  const id = await repository.insert(db, actor, { ...scope, level, note }, now());
  const held = await repository.holdTrips(db, id, scope, actor.timeZone);
  // The audit log is read by administrators who are not told how many private trips somebody made.
  const isWithoutUser = level === 'admin' && scope.memberId !== null && scope.memberId !== actor.memberId;
  await told(inner, scope, 'log-attested', {
    level,
    trips: held.countFor(NOBODY),
    ...(await lacksOf(inner, id)),
    ...(isWithoutUser ? { without_user: true } : {}),
  });
  return { id, trips: held.countFor(actor.memberId) };
}

/** The administrator's stamp on what its driver attested (ATT-004), to be sealed once more. DEC-47: the same level twice is refused. */
async function stamp(inner: MemberCtx, found: repository.Attestation): Promise<void> {
  if (found.reopened_at) throw new AppError('AttestReopened');
  if (found.admin_attested_at) throw new AppError('AttestAlready');
  await requireFeatureOf(inner, found.unitId, 'attestation');
  await repository.stampAdmin(inner.db, inner.actor, found.id, inner.now());
  const held = await heldBy({ db: inner.db, actor: { ...inner.actor, memberId: NOBODY } }, [found.id]);
  await told(inner, found, 'log-attested', {
    level: 'admin',
    trips: held.get(found.id)?.trips ?? 0,
    ...(await lacksOf(inner, found.id)),
  });
}

/** What the audit log tells that was missing of an attested period: of trips that every administrator may know of (TRIP-032). */
async function lacksOf({ db, actor }: MemberCtx, id: number): Promise<AuditDetails> {
  const lacks = (await attestedWith({ db, actor: { ...actor, memberId: NOBODY } }, [id])).get(id) ?? [];
  return Object.fromEntries(lacks.map(({ kind, count }) => [LACK_DETAILS[kind], count]));
}
const LACK_DETAILS = {
  'purpose-missing': 'purpose_missing',
  'driver-missing': 'driver_missing',
  'odometer-gap': 'odometer_gap',
} as const satisfies Record<HeldMatter, AuditDetail>;

/** API-116: the same as attesting what a driver attested, or as opening it again. */
export function toggleAttestation(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof toggleEndpoint>,
): Promise<HandlerData<typeof toggleEndpoint>> {
  requireMayRunAttestation(ctx.actor);
  if (!body.attested) return unattest(ctx, { body });
  return inTransaction(ctx, async (inner) => {
    await stamp(inner, await holdAttestation(inner, body.id));
    await sealPeriods(inner, [body.id]);
    return { state: 'admin' as const };
  });
}

/** ATT-004, ATT-015: the row stays as history; its driver may edit again and hears why. */
export function unattest(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof unattestEndpoint>,
): Promise<HandlerData<typeof unattestEndpoint>> {
  requireMayRunAttestation(ctx.actor);
  return inTransaction(ctx, async (inner) => {
    const found = await holdAttestation(inner, body.id);
    await reopen(inner, found, body.reason);
    return { state: 'reopened' as const };
  });
}

/** In a transaction that holds the unit. What waited while the period was closed is laid on its trips again. */
async function reopen(inner: MemberCtx, found: repository.Attestation, reason: string): Promise<void> {
  const { db, actor, now } = inner;
  requireMayRunAttestation(actor);
  if (found.reopened_at) throw new AppError('AttestReopened');
  const at = now();
  await repository.reopen(db, actor, found.id, reason, at);
  // Proposals are found by the trips of the period: before these forget it.
  const hasLateData = await settleOpen(db, actor, found.id, { verdict: 'reopened', at });
  const span = await layOverReopened(inner, found.unitId, await repository.releaseTrips(db, actor.accountId, found.id));
  if (span) await recomputeUnitDays(db, [span]);
  const imei = hasLateData ? await repository.imeiOf(db, found.unitId) : null;
  if (imei) await addJob(db, refitTracker, { imei }, { key: imei });
  await told(inner, found, 'log-reopened', { reason });
  await tellDriver(inner, found, reason);
}

/** Opens an attested period by its number, for other reasons than an administrator's own call. */
export async function reopenById(inner: MemberCtx, id: number, reason: string): Promise<void> {
  requireMayRunAttestation(inner.actor);
  await reopen(inner, await holdAttestation(inner, id), reason);
}

/** ATT-013: each row answers for itself. */
export async function batchAttest(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof batchEndpoint>,
): Promise<HandlerData<typeof batchEndpoint>> {
  requireMayRunAttestation(ctx.actor);
  return inTransaction(ctx, async (inner) => {
    const visible = new Set(await visibleUnitIds(inner));
    await lockUnits(
      inner.db,
      body.rows.map((row) => row.unit_id).filter((id) => visible.has(id)),
    );
    const results = [];
    for (const [row, wanted] of body.rows.entries()) {
      try {
        results.push({ row, success: true as const, ...(await attestRow(inner, wanted, body.note)) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.push({ row, success: false as const, error: error.key });
      }
    }
    await sealPeriods(
      inner,
      results.flatMap((result) => (result.success ? [result.id] : [])),
    );
    return { results };
  });
}

type BatchRow = HandlerInput<typeof batchEndpoint>['body']['rows'][number];

/** Everything that can be refused is refused before anything is written. */
async function attestRow(inner: MemberCtx, row: BatchRow, note: string): Promise<{ id: number; without_user: boolean }> {
  requireMayRunAttestation(inner.actor);
  if (row.attestation_id !== null) {
    const found = await findAttestation(inner, row.attestation_id);
    await requireTripLog(inner, [found.unitId]);
    await stamp(inner, found);
    return { id: found.id, without_user: found.user_attested_at === null };
  }
  await mustKnowMember(inner, row.user_id);
  const scope = await meant(inner, { unit_id: row.unit_id, user_id: row.user_id, from: row.from, to: row.to });
  if (!isOver(row.to, todayOf(inner))) throw new AppError('AttestNotOver', { status: 422 });
  const { matters } = await judge(inner, scope);
  const taken = await repository.overlapping(inner.db, inner.actor.accountId, scope.unitIds, scope);
  if (taken.some((one) => one.memberId === row.user_id)) throw new AppError('AttestAlready');
  if (matters.some((matter) => matter.isBlocking)) throw new AppError('AttestOpenMatters');
  const { id } = await make(inner, { ...scope, unitId: row.unit_id }, 'admin', note);
  return { id, without_user: row.user_id !== null };
}

/** Unknown, another account's and of a unit without access look alike. */
async function findAttestation(ctx: MemberCtx, id: number): Promise<repository.Attestation> {
  const found = await repository.byId(ctx.db, ctx.actor.accountId, id);
  if (!found || !(await visibleUnitIds(ctx)).includes(found.unitId)) throw new AppError('AttestNotFound', { status: 404 });
  return found;
}

/** Read again once nobody else can change it. */
async function holdAttestation(inner: MemberCtx, id: number): Promise<repository.Attestation> {
  const seen = await findAttestation(inner, id);
  await requireTripLog(inner, [seen.unitId]);
  await lockUnits(inner.db, [seen.unitId]);
  return findAttestation(inner, id);
}

/** The audit log and everybody who looks at the log hear of it. */
async function told(
  ctx: MemberCtx,
  scope: repository.Scope,
  action: 'log-attested' | 'log-reopened',
  details: AuditDetails,
): Promise<void> {
  const { db, actor, ports } = ctx;
  const unit = await repository.unitOf(db, actor.accountId, scope.unitId);
  await audit(ctx, action, unit?.name ?? '', { from: scope.from, to: scope.to, user: scope.memberId, ...details });
  await ports.live.announce(db, [{ accountId: actor.accountId, unitId: scope.unitId, kind: 'trip' }]);
}

async function tellDriver({ db, actor, now }: MemberCtx, found: repository.Attestation, reason: string): Promise<void> {
  if (found.memberId === null || found.memberId === actor.memberId) return;
  const [driver] = await recipients(db, actor.accountId, [found.memberId]);
  if (!driver) return;
  const account = await accountOf(db, actor.accountId);
  const unit = await repository.unitOf(db, actor.accountId, found.unitId);
  const [by] = await recipients(db, actor.accountId, [actor.memberId]);
  await orderMail(db, {
    template: 'log-reopened',
    params: {
      fullName: driver.full_name,
      byName: by?.full_name ?? account.name,
      unitName: unit?.name ?? '',
      from: found.from,
      to: found.to,
      reason,
    },
    to: driver.email,
    language: driver.language as Language,
    subsiteId: account.subsite_id,
    accountId: actor.accountId,
    at: now(),
  });
}
