import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import {
  VOLTAGE_MARGIN,
  type Battery,
  type getLowBattery as listEndpoint,
  type saveBatteryThresholds as saveEndpoint,
  type voltageHistory as historyEndpoint,
} from '@spora/contract/units/settings';
import { type ModelFamily, nameRecord, ORDINARY_FAMILY } from '@spora/protocols/avl/names';
import type { RecordColumns } from '@spora/telemetry/columns';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { readUnitRange } from '../../../core/log/read-log.ts';
import { isInSpans } from '../../tracking/rules.ts';
import { requireMaySetThresholds } from './policy.ts';
import { measuredUnits } from './read-model.ts';
import * as repository from './repository.ts';
import { batteriesOf, batteryState, thinVoltages, type VoltageSample } from './rules.ts';
import { connectionOf } from '../administration/read-model.ts';
import { findOpen } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { maskedBetween } from '../../tracking/hiding/api.ts';

/** As many as a chart on a wide screen has room for. */
const PIECES = 360;
const RANK = { low: 0, uncertain: 1, well: 2 } as const;

/** UNIT-028: every battery of the units the member may see, the worst first. */
export async function listBatteries(ctx: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const thresholds = await repository.thresholdsOf(ctx.db, ctx.actor.accountId);
  const batteries = (await measuredUnits(ctx)).flatMap((unit): Battery[] =>
    batteriesOf(unit.named).map(({ kind, voltageV }) => ({
      unit_id: unit.id,
      imei: unit.imei,
      name: unit.name,
      registration_number: unit.registration_number,
      kind,
      voltage_v: voltageV,
      at: unit.last_contact_at.toISOString(),
      state: batteryState(voltageV, thresholds[kind]),
    })),
  );
  const share = ({ kind, voltage_v }: Battery): number => voltage_v / thresholds[kind];
  batteries.sort((a, b) => RANK[a.state] - RANK[b.state] || share(a) - share(b));
  return { thresholds, margin: VOLTAGE_MARGIN, batteries, can: { edit: ctx.actor.isAdmin } };
}

/** UNIT-027. */
export async function saveThresholds(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  requireMaySetThresholds(ctx.actor);
  await repository.saveThresholds(ctx.db, ctx.actor.accountId, body.thresholds, ctx.now());
  await audit(ctx, 'battery-thresholds-changed', '', body.thresholds);
  return listBatteries(ctx);
}

/** UNIT-028: the voltage over time, from the log itself. */
export async function readVoltages(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof historyEndpoint>,
): Promise<CallData<typeof historyEndpoint>> {
  const row = await findOpen(ctx, params.imei);
  const [from, to] = [new Date(query.from), new Date(query.to)];
  const family = ((await connectionOf(ctx, row.id))?.family ?? ORDINARY_FAMILY) as ModelFamily;
  const columns = await readUnitRange(ctx.db, row.id, from, to);
  // A voltage of an engine that runs tells when somebody drove.
  const masked = await maskedBetween(ctx, row.id, from, to);
  const samples = samplesOf(columns, family, (timeMs) => isInSpans(masked, timeMs));
  const points = thinVoltages(samples, { fromMs: from.getTime(), toMs: to.getTime(), pieces: PIECES });
  return {
    points: points.map((point) => ({
      time: new Date(point.timeMs).toISOString(),
      vehicle_min_v: point.vehicleMinV,
      vehicle_max_v: point.vehicleMaxV,
      built_in_v: point.builtInV,
    })),
  };
}

function* samplesOf(
  columns: RecordColumns,
  family: ModelFamily,
  isMasked: (timeMs: number) => boolean,
): Generator<VoltageSample> {
  for (let i = 0; i < columns.n; i += 1) {
    if (isMasked(columns.timeMs[i] as number)) continue;
    const { externalVoltageV, batteryVoltageV } = nameRecord(columns, i, family);
    yield { timeMs: columns.timeMs[i] as number, vehicleV: externalVoltageV, builtInV: batteryVoltageV };
  }
}
