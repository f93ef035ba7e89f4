import {
  type Command,
  INPUT_NUMBERS,
  type IoData,
  type listCommands as listEndpoint,
  OUTPUT_NUMBERS,
  type saveIo as saveIoEndpoint,
  type switchOutput as switchEndpoint,
  type withdrawCommand as withdrawEndpoint,
} from '@spora/contract/commands/endpoints';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { SWITCH_SPEED_MAX_KMH } from '@spora/contract/limits';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';
import { announceCommands } from './live.ts';
import { mayEditIo, maySwitch, requireMay } from './policy.ts';
import { outputProfileOf, outputText, type OutputWish } from './profile-rules.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import {
  dangerousWish,
  deadlinesOf,
  type InputSettings,
  isUnderWay,
  type KnownState,
  needsConfirmation,
  NEW_INPUT,
  NEW_OUTPUT,
  newestState,
  type OutputSettings,
  stateAt,
  stateLeftBy,
} from './rules.ts';
import { unitsInPrivateUse } from '../../core/fleet/private-use.ts';
import { findOpen } from '../../core/fleet/managed-units.ts';
import { requireFeature } from '../../core/fleet/unit-features.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { audit } from '../../core/people/audit.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { insertChanges } from '../../core/fleet/unit-history.ts';
import { settleOverdue } from './delivery/repository.ts';

type Unit = Awaited<ReturnType<typeof findOpen>>;
type Named = Readonly<Record<string, unknown>>;

const subjectOf = (output: number): string => `output-${output}`;

/** A command as screens show it. */
export function asCommand(row: readModel.CommandRow, now: Date, mayWithdraw: boolean): Command {
  const state = stateAt(row, now);
  const wish = row.kind === 'output' ? (row.parameters as unknown as OutputWish) : null;
  return {
    id: row.id,
    kind: row.kind as Command['kind'],
    output: wish?.output ?? null,
    wish: wish?.isOn ?? null,
    state,
    reason: row.reason,
    by: row.full_name ?? '',
    at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    confirm_by: isUnderWay(state) ? (row.confirm_by?.toISOString() ?? null) : null,
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    answer: row.answer,
    can: { withdraw: state === 'waiting' && mayWithdraw },
  };
}

/** An output's settings, and whether anybody has said them. */
interface KnownOutput {
  readonly settings: OutputSettings;
  readonly isConfigured: boolean;
}

async function settingsOf(ctx: MemberCtx, unitId: number) {
  const rows = await readModel.ioSettings(ctx, unitId);
  const saved = (side: string, number: number) => rows.find((row) => row.side === side && row.number === number)?.settings;
  return {
    input: (number: number): InputSettings => ({
      ...NEW_INPUT,
      ...(saved('input', number) as Partial<InputSettings> | undefined),
    }),
    output: (number: number): KnownOutput => {
      const settings = saved('output', number) as OutputSettings | undefined;
      return { settings: settings ?? NEW_OUTPUT, isConfigured: settings !== undefined };
    },
  };
}

/** What the tracker itself reported of an input or output. */
function reportedOf(named: Named, name: string): KnownState | null {
  const [isOn, atMs] = [named[name], named[`${name}_at_ms`]];
  return typeof isOn === 'boolean' && typeof atMs === 'number' ? { isOn, at: new Date(atMs) } : null;
}

const isMoving = (latest: { speed_kmh: number | null; state: string } | undefined): boolean =>
  latest?.state === 'moving' && (latest.speed_kmh ?? 0) > SWITCH_SPEED_MAX_KMH;

/** OUT-005. */
export async function readIo(ctx: MemberCtx, imei: string): Promise<IoData> {
  const unit = await findOpen(ctx, imei);
  requireFeature(unit, 'outputs');
  const profile = outputProfileOf(await readModel.familyOf(ctx.db, unit.id));
  const settings = await settingsOf(ctx, unit.id);
  const isPrivate = (await unitsInPrivateUse(ctx, [unit.id])).has(unit.id);
  const latest = isPrivate ? undefined : await readModel.latestOf(ctx, unit.id);
  const named = (latest?.named ?? {}) as Named;
  const outputs: IoData['outputs'] = [];
  for (const number of profile ? OUTPUT_NUMBERS.slice(0, profile.avlIds.length) : [])
    outputs.push(await outputOf(ctx, unit, number, settings.output(number), named));
  return {
    profile: profile && { is_confirmed: profile.isConfirmed, source: profile.source },
    inputs: INPUT_NUMBERS.map((number) => {
      const own = settings.input(number);
      const reported = reportedOf(named, `input_${number}`);
      return {
        ...own,
        number,
        is_active: reported && reported.isOn === own.active_high,
        as_of: reported?.at.toISOString() ?? null,
      };
    }),
    outputs,
    is_moving: isMoving(latest),
    can: { edit: mayEditIo(ctx.actor, { isRetired: unit.retired_at !== null }) },
  };
}

async function outputOf(
  ctx: MemberCtx,
  unit: Unit,
  number: number,
  { settings, isConfigured }: KnownOutput,
  named: Named,
): Promise<IoData['outputs'][number]> {
  const now = ctx.now();
  const { recent, done } = await readModel.lastOf(ctx, unit.id, subjectOf(number));
  const confirmed = done?.ended_at ? stateLeftBy(done.parameters as unknown as OutputWish, done.ended_at, now) : null;
  const known = newestState(confirmed, reportedOf(named, `output_${number}`));
  const may = maySwitch(ctx.actor, { isRetired: unit.retired_at !== null }, settings);
  return {
    ...settings,
    number,
    is_configured: isConfigured,
    is_on: known?.isOn ?? null,
    as_of: known?.at.toISOString() ?? null,
    last: recent[0] ? asCommand(recent[0], now, may) : null,
    needs_confirmation: needsConfirmation(recent, now),
    dangerous_wish: dangerousWish(settings, isConfigured),
    can: { switch: may },
  };
}

export async function saveIo(ctx: MemberCtx, { params, body }: HandlerInput<typeof saveIoEndpoint>): Promise<IoData> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  requireMay(mayEditIo(actor, { isRetired: unit.retired_at !== null }));
  requireFeature(unit, 'outputs');
  await lockRow(db, actor.accountId, unit.id);
  const stands = await settingsOf(ctx, unit.id);
  for (const input of body.inputs) requireUnchanged(stands.input(input.number), input);
  for (const output of body.outputs) requireUnchanged(stands.output(output.number).settings, output);
  await repository.insertIo(db, actor, unit.id, now(), [
    ...body.inputs.map(({ number, was: _was, ...settings }) => ({ side: 'input' as const, number, settings })),
    ...body.outputs.map(({ number, was: _was, ...settings }) => ({ side: 'output' as const, number, settings })),
  ]);
  const changed = [...body.inputs.map(({ number }) => `DIN${number}`), ...body.outputs.map(({ number }) => `DOUT${number}`)];
  await audit(ctx, 'io-changed', unit.name, { fields: changed.join(', ') });
  return readIo(ctx, params.imei);
}

/** API-097; OUT-002, OUT-003, OUT-008. */
export async function switchOutput(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof switchEndpoint>,
): Promise<CallData<typeof switchEndpoint>> {
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, params.imei);
  const output = params.n;
  const { settings, isConfigured } = (await settingsOf(ctx, unit.id)).output(output);
  requireMay(maySwitch(actor, { isRetired: unit.retired_at !== null }, settings));
  requireFeature(unit, 'outputs');
  const family = await readModel.familyOf(db, unit.id);
  const profile = outputProfileOf(family);
  if (family === undefined || profile === null || profile.avlIds.length < output)
    throw new AppError('CommandNotSupported', { status: 422 });
  const isDangerous = body.state === dangerousWish(settings, isConfigured);
  if (isDangerous) {
    // Decision 0094: the same answer all through private use.
    const isUntold = (await unitsInPrivateUse(ctx, [unit.id])).has(unit.id);
    requireCare(body, isUntold ? 'untold' : isMoving(await readModel.latestOf(ctx, unit.id)) ? 'moving' : 'still');
  }
  await requireConfirmed(ctx, unit.id, subjectOf(output), body.confirm);
  // Whatever we believe of its speed, the tracker itself has the last word.
  const wish = {
    output,
    isOn: body.state,
    pulseS: body.state === settings.normal_state ? null : settings.pulse_s,
    onlyStandingStill: isDangerous,
  };
  const at = now();
  const command_id = await repository.insertCommand(db, {
    unitId: unit.id,
    memberId: actor.memberId,
    kind: 'output',
    subject: subjectOf(output),
    parameters: wish,
    family,
    text: outputText(profile, wish),
    reason: body.reason,
    at,
    ...deadlinesOf('output', at),
  });
  const state = body.state ? 'on' : 'off';
  await insertChanges(db, actor, unit.id, at, [{ field: `output_${output}`, before: '', after: state }]);
  await audit(ctx, 'output-switched', unit.name, { output: settings.name || `DOUT${output}`, state, reason: body.reason });
  return { command_id };
}

/** OUT-008: a second confirmation with a reason, and not while it drives unless it may wait. */
function requireCare(body: HandlerInput<typeof switchEndpoint>['body'], drives: 'moving' | 'still' | 'untold'): void {
  if (!body.confirm) throw new AppError('ConfirmSwitch');
  if (body.reason === '') throw new InputError({ reason: ['SpecifySwitchReason'] });
  if (drives !== 'still' && !body.when_standing_still)
    throw new AppError(drives === 'moving' ? 'UnitMoving' : 'OutputInPrivateUse');
}

/** What a call of the interface found failed: its role may not read all that those who listen tell of it. */
export const tellFailed = defineJob({
  name: 'commands.tell-failed',
  payload: z.object({ ids: z.array(z.number().int()) }),
  retry: { attempts: 10 },
});

/** OUT-003, DEC-52: after a change that was not confirmed, a new one needs a person's word. One under way is judged by the database. */
export async function requireConfirmed(ctx: MemberCtx, unitId: number, subject: string, isConfirmed: boolean): Promise<void> {
  const now = ctx.now();
  const failed = await settleOverdue(ctx.db, now, unitId);
  if (failed.length > 0) await addJob(ctx.db, tellFailed, { ids: failed });
  const { recent } = await readModel.lastOf(ctx, unitId, subject);
  if (needsConfirmation(recent, now) && !isConfirmed) throw new AppError('DeviceDidNotConfirm');
}

/** OUT-009, UNIT-021. */
export async function listCommands(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const unit = await findOpen(ctx, params.imei);
  const settings = await settingsOf(ctx, unit.id);
  const rows = await readModel.commandsOf(ctx, unit.id).limit(query.limit).execute();
  const commands = rows.map((row) => asCommand(row, ctx.now(), false));
  return {
    rows: commands.map((row) => ({ ...row, output_name: row.output === null ? '' : settings.output(row.output).settings.name })),
    pending: commands.filter(({ state }) => isUnderWay(state)).length,
  };
}

/** OUT-010: by whoever may order it. */
export async function withdrawCommand(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof withdrawEndpoint>,
  mayWithdraw: (row: readModel.CommandRow, unit: Unit) => Promise<boolean>,
): Promise<Record<never, never>> {
  const unit = await findOpen(ctx, params.imei);
  const row = await readModel.commandsOf(ctx, unit.id).where('command.id', '=', params.id).executeTakeFirst();
  if (!row) throw new AppError('NotFound');
  requireMay(await mayWithdraw(row, unit));
  if (!(await repository.withdraw(ctx.db, unit.id, row.id, ctx.now()))) throw new AppError('CommandIsSent');
  await announceCommands(ctx.db, [row.id]);
  await audit(ctx, 'command-withdrawn', unit.name, { command: row.subject });
  return {};
}

/** Who may switch the output that a command is about. */
export async function maySwitchAgain(ctx: MemberCtx, row: readModel.CommandRow, unit: Unit): Promise<boolean> {
  const { output } = row.parameters as unknown as OutputWish;
  return maySwitch(ctx.actor, { isRetired: unit.retired_at !== null }, (await settingsOf(ctx, unit.id)).output(output).settings);
}
