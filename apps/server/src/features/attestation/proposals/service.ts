import type {
  dismissProposal as dismissEndpoint,
  listProposals as listEndpoint,
  reopenForProposal as reopenEndpoint,
} from '@spora/contract/attestation/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { unitFacts } from '../matters/read-model.ts';
import { requireMayRunAttestation } from '../policy.ts';
import { reopenById } from '../service.ts';
import * as repository from './repository.ts';
import { visibleUnitIds } from '../../../core/fleet/visible-units.ts';

/** TRIP-029. */
export async function listProposals(ctx: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  requireMayRunAttestation(ctx.actor);
  const rows = await repository.waiting(ctx, await visibleUnitIds(ctx));
  const units = await unitFacts(
    ctx,
    rows.map((row) => row.unit_id),
  );
  const shown = (row: repository.ProposalRow, time: Date | null) => (row.is_masked ? null : (time?.toISOString() ?? null));
  return {
    proposals: rows.flatMap((row) => {
      const unit = units.get(row.unit_id);
      if (!unit) return [];
      return [
        {
          id: row.id,
          ...unit,
          trip_id: row.trip_id,
          attestation_id: row.attestation_id,
          user_name: row.user_name,
          day: row.day,
          start: shown(row, row.started_at),
          stop: shown(row, row.ended_at),
          distance_m: row.distance_m,
          attested_distance_m: row.attested_distance_m,
          attested_start: shown(row, row.attested_started_at),
          attested_stop: shown(row, row.attested_ended_at),
          found_at: row.at.toISOString(),
        },
      ];
    }),
  };
}

/** The attested trip stays as it is; the same late data proposes nothing again. */
export async function dismissProposal(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof dismissEndpoint>,
): Promise<Record<string, never>> {
  requireMayRunAttestation(ctx.actor);
  const row = await findProposal(ctx, params.id);
  await repository.settle(ctx.db, ctx.actor, row.id, ctx.now());
  const unit = (await unitFacts(ctx, [row.unit_id])).get(row.unit_id);
  await audit(ctx, 'proposal-dismissed', unit?.unit_name ?? '', { day: row.day });
  return {};
}

/** The period is opened with a reason; the log is computed anew with the late data and can be attested again. */
export async function reopenForProposal(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof reopenEndpoint>,
): Promise<Record<string, never>> {
  requireMayRunAttestation(ctx.actor);
  const { attestation_id } = await findProposal(ctx, params.id);
  if (attestation_id === null) throw new AppError('AttestReopened');
  await inTransaction(ctx, (inner) => reopenById(inner, attestation_id, body.reason));
  return {};
}

async function findProposal(ctx: MemberCtx, id: number): Promise<repository.ProposalRow> {
  const row = (await repository.waiting(ctx, await visibleUnitIds(ctx))).find((one) => one.id === id);
  if (!row) throw new AppError('ProposalNotFound', { status: 404 });
  return row;
}
