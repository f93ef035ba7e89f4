import { type DaySpan, monthSpan, previousMonth } from '@spora/calendar/days';
import type {
  AttestRow,
  attestHistory as historyEndpoint,
  attestStatus as statusEndpoint,
  lastAttested as lastEndpoint,
} from '@spora/contract/attestation/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { REMINDER_EVERY_S } from '@spora/contract/limits';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as matters from '../matters/read-model.ts';
import { type Demands, openMatters } from '../matters/rules.ts';
import { attestedWith, mustKnowMember } from '../matters/service.ts';
import { mayAttestFor, requireMayAttestFor } from '../policy.ts';
import { defaultPeriod, isOver, stateOf } from '../rules.ts';
import * as readModel from './read-model.ts';
import { beforeIn, openParts, sumOf } from './rules.ts';
import { findVisibleUnit, requireTripLog, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { unitsWithFeature } from '../../../core/fleet/unit-features.ts';
import { todayOf } from '../../../core/people/account-clock.ts';

const NO_STAMPS = {
  user_attested_at: null,
  user_attested_by: null,
  admin_attested_at: null,
  admin_attested_by: null,
  reopened_at: null,
  reopened_by: null,
  reopened_reason: '',
  note: '',
};

/** ATT-005, ATT-009, ATT-013. */
export async function attestStatus(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof statusEndpoint>,
): Promise<HandlerData<typeof statusEndpoint>> {
  const month = query.month ?? previousMonth(todayOf(ctx)).from.slice(0, 7);
  const { rows: all, leftOut } = await rowsOf(ctx, monthSpan(month));
  const rows = all.filter(
    (row) =>
      (query.department === undefined || row.department === query.department) &&
      (query.user_id === undefined || row.user_id === query.user_id) &&
      (query.unit_id === undefined || row.unit_id === query.unit_id),
  );
  const count = (state: AttestRow['state']) => rows.filter((row) => row.state === state).length;
  return {
    month,
    rows: rows.filter((row) => (query.state === undefined || row.state === query.state) && (!query.lacking || isLacking(row))),
    counts: {
      open: count('open'),
      user: count('user'),
      admin: count('admin'),
      reopened: count('reopened'),
      lacking: rows.filter(isLacking).length,
    },
    choices: choicesOf(all),
    left_out: leftOut,
  };
}

/** Somebody has to see to it: a trip that is still under way ends by itself. */
const isLacking = (row: AttestRow): boolean => row.matters.some(({ kind }) => kind !== 'ongoing');

const byName = new Intl.Collator('sv').compare;

function choicesOf(rows: readonly AttestRow[]) {
  const named = (pairs: readonly (readonly [id: number | null, name: string | null])[]) =>
    [...new Map(pairs.flatMap(([id, name]) => (id === null ? [] : [[id, name ?? ''] as const])))]
      .map(([id, name]) => ({ id, name }))
      .sort((a, b) => byName(a.name, b.name));
  return {
    departments: [...new Set(rows.flatMap((row) => row.department || []))].sort(byName),
    users: named(rows.map((row) => [row.user_id, row.user_name])),
    units: named(rows.map((row) => [row.unit_id, row.unit_name])),
  };
}

interface Facts {
  readonly units: ReadonlyMap<number, readModel.UnitLine>;
  /** FEAT-001: that attestation is on for. */
  readonly attested: ReadonlySet<number>;
  readonly reminded: ReadonlyMap<number, Date>;
  readonly waiting: ReadonlyMap<string, Date>;
  /** Who can be reminded of which unit. */
  readonly attesters: ReadonlySet<string>;
  readonly today: string;
  /** What may be open in the month, of which unit. */
  readonly unsettled: ReadonlyMap<number, matters.PeriodTrip[]>;
  readonly proposals: ReadonlyMap<number, { unit_id: number; trip_id: number | null; day: string }[]>;
  readonly demands: Demands;
  /** What of attestations was missing when they were made. */
  readonly attestedWith: ReadonlyMap<number, AttestRow['attested_with']>;
}

/**
 * A row for each attestation of the month, and one for each part of it that a driver has left open on a unit that is attested; and how many
 * units have no row, and why.
 */
async function rowsOf(
  ctx: MemberCtx,
  month: DaySpan,
): Promise<{ rows: AttestRow[]; leftOut: HandlerData<typeof statusEndpoint>['left_out'] }> {
  const unitIds = await requireTripLog(ctx, await visibleUnitIds(ctx));
  const lines = await readModel.linesIn(ctx, unitIds, month);
  const standing = lines.filter((line) => line.reopened_at === null);
  const days = await readModel.daySums(
    ctx,
    unitIds,
    month,
    standing.map((line) => line.id),
  );
  const facts: Facts = {
    units: await readModel.unitLines(ctx, unitIds),
    attested: new Set(await unitsWithFeature(ctx, unitIds, 'attestation')),
    reminded: await readModel.remindedAt(ctx, month),
    waiting: await readModel.remindedOf(ctx, month, new Date(ctx.now().getTime() - REMINDER_EVERY_S * 1000)),
    attesters: await readModel.attestersOf(ctx, [
      ...new Set(days.flatMap(({ unit_id, member_id }) => (member_id === null ? [] : [unit_id]))),
    ]),
    today: todayOf(ctx),
    unsettled: Map.groupBy(await matters.unsettledTrips(ctx, unitIds, month), (trip) => trip.unit_id),
    proposals: Map.groupBy(await matters.openProposals(ctx, unitIds, month), (one) => one.unit_id),
    demands: await matters.demandsOf(ctx),
    attestedWith: await attestedWith(
      ctx,
      standing.map((line) => line.id),
    ),
  };
  const keyOf = (one: { unit_id: number; member_id: number | null }) => `${one.unit_id} ${one.member_id ?? ''}`;
  const open = Map.groupBy(
    days.filter((day) => day.attestation_id === null),
    keyOf,
  );
  const late = new Map<string, readModel.DaySums[]>();
  const rows: AttestRow[] = [];
  for (const [key, own] of open) {
    const spans = standing.filter((line) => keyOf(line) === key).map((line) => ({ from: line.from_day, to: line.to_day }));
    const split = openParts(month, spans, own);
    late.set(key, split.late);
    if (!facts.attested.has((own[0] as readModel.DaySums).unit_id)) continue;
    for (const part of split.parts) rows.push(openRow(ctx, facts, part, lines));
  }
  for (const line of standing) {
    const came = (late.get(keyOf(line)) ?? []).filter(({ day }) => day >= line.from_day && day <= line.to_day);
    const own = days.filter((day) => day.attestation_id === line.id);
    rows.push(attestedRow(ctx, facts, line, own, sumOf(came).trips));
  }
  await countChanged(ctx, rows);
  const order = (row: AttestRow) => `${row.user_name ?? ''}`;
  // What somebody has to look at is not looked for among all that is ready.
  rows.sort(
    (a, b) =>
      Number(isLacking(b)) - Number(isLacking(a)) ||
      byName(order(a), order(b)) ||
      byName(a.unit_name, b.unit_name) ||
      a.from.localeCompare(b.from),
  );
  const shown = new Set(rows.map((row) => row.unit_id));
  const without = unitIds.filter((id) => !shown.has(id));
  const isOn = (id: number): boolean => facts.attested.has(id);
  return {
    rows,
    leftOut: { not_driven: without.filter(isOn).length, not_attested: without.filter((id) => !isOn(id)).length },
  };
}

const unitFieldsOf = ({ units }: Facts, id: number) =>
  units.get(id) ?? { unit_id: id, unit_name: '', registration_number: null, imei: null, department: null };

const remindedAtOf = ({ reminded }: Facts, memberId: number | null): string | null =>
  (memberId === null ? undefined : reminded.get(memberId))?.toISOString() ?? null;

function remindFromOf({ waiting }: Facts, memberId: number | null, part: DaySpan): string | null {
  const last = memberId === null ? undefined : waiting.get(readModel.reminderKey(memberId, part));
  return last ? new Date(last.getTime() + REMINDER_EVERY_S * 1000).toISOString() : null;
}

/** Tells of the rows that were opened again how many of their trips were changed since. */
async function countChanged(ctx: MemberCtx, rows: AttestRow[]): Promise<void> {
  const reopened = rows.filter((row) => row.reopened_at !== null);
  const counts = await readModel.changedIn(
    ctx,
    reopened.map(({ unit_id: unitId, user_id: memberId, from, to, reopened_at: since }) => ({
      unitId,
      memberId,
      from,
      to,
      since: new Date(since ?? 0),
    })),
  );
  for (const [index, row] of reopened.entries()) row.changed_trips = counts[index] ?? 0;
}

/** Open, or opened again when the newest attestation of these days was. */
function openRow(
  { actor }: MemberCtx,
  facts: Facts,
  part: DaySpan & { days: readModel.DaySums[] },
  lines: readonly readModel.AttestationLine[],
): AttestRow {
  const [first] = part.days as [readModel.DaySums];
  const before = beforeIn(lines, { unitId: first.unit_id, memberId: first.member_id }, part);
  const over = isOver(part.to, facts.today);
  return {
    attestation_id: null,
    ...unitFieldsOf(facts, first.unit_id),
    user_id: first.member_id,
    user_name: first.user_name,
    from: part.from,
    to: part.to,
    ...sumOf(part.days),
    late_trips: 0,
    changed_trips: null,
    matters: mattersOf(facts, part, first),
    attested_with: [],
    state: before ? 'reopened' : 'open',
    ...(before ? stampsOf(before) : NO_STAMPS),
    reminded_at: remindedAtOf(facts, first.member_id),
    remind_from: remindFromOf(facts, first.member_id, part),
    can: {
      attest: over && mayAttestFor(actor, first.member_id),
      reopen: false,
      // Nobody reminds themselves, nor who has no way to the unit any more.
      remind:
        over &&
        actor.isAdmin &&
        first.member_id !== null &&
        first.member_id !== actor.memberId &&
        facts.attesters.has(readModel.attesterKey(first.unit_id, first.member_id)),
    },
  };
}

/** ATT-010: what is open in a part, as the check of it tells. */
function mattersOf(
  { unsettled, proposals, demands }: Facts,
  { from, to }: DaySpan,
  { unit_id, member_id }: readModel.DaySums,
): AttestRow['matters'] {
  const isWithin = ({ day }: { readonly day: string }): boolean => day >= from && day <= to;
  const trips = (unsettled.get(unit_id) ?? []).filter(isWithin);
  const proposed = (proposals.get(unit_id) ?? []).filter(isWithin);
  return openMatters(trips, proposed, member_id, demands).map(({ kind, count, isBlocking }) => ({
    kind,
    count,
    is_blocking: isBlocking,
  }));
}

function attestedRow(
  { actor }: MemberCtx,
  facts: Facts,
  line: readModel.AttestationLine,
  days: readonly readModel.DaySums[],
  lateTrips: number,
): AttestRow {
  return {
    attestation_id: line.id,
    ...unitFieldsOf(facts, line.unit_id),
    user_id: line.member_id,
    user_name: line.user_name,
    from: line.from_day,
    to: line.to_day,
    ...sumOf(days),
    late_trips: lateTrips,
    changed_trips: null,
    matters: [],
    attested_with: facts.attestedWith.get(line.id) ?? [],
    state: stateOf(line),
    ...stampsOf(line),
    reminded_at: remindedAtOf(facts, line.member_id),
    remind_from: null,
    can: {
      attest: actor.isAdmin && line.admin_attested_at === null && facts.attested.has(line.unit_id),
      reopen: actor.isAdmin,
      remind: false,
    },
  };
}

const stampsOf = (line: readModel.AttestationLine) => ({
  user_attested_at: line.user_attested_at?.toISOString() ?? null,
  user_attested_by: line.user_attested_by,
  admin_attested_at: line.admin_attested_at?.toISOString() ?? null,
  admin_attested_by: line.admin_attested_by,
  reopened_at: line.reopened_at?.toISOString() ?? null,
  reopened_by: line.reopened_by,
  reopened_reason: line.reopened_reason,
  note: line.note,
});

/** ATT-005, ATT-015. */
export async function attestHistory(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof historyEndpoint>,
): Promise<HandlerData<typeof historyEndpoint>> {
  const unitIds = await visibleUnitIds(ctx);
  const lines = await readModel.history(ctx, unitIds, { userId: query.user_id, unitId: query.unit_id });
  const units = await readModel.unitLines(ctx, [...new Set(lines.map((line) => line.unit_id))]);
  const holding = lines.flatMap((line) => (line.reopened_at === null ? [line.id] : []));
  const lacked = await attestedWith(ctx, holding);
  const held = await readModel.heldBy(ctx, holding);
  return {
    rows: lines.flatMap((line) => {
      const unit = units.get(line.unit_id);
      if (!unit) return [];
      return [
        {
          id: line.id,
          ...unit,
          user_id: line.member_id,
          user_name: line.user_name,
          from: line.from_day,
          to: line.to_day,
          state: stateOf(line),
          trips: line.reopened_at === null ? (held.get(line.id)?.trips ?? 0) : null,
          distance_m: line.reopened_at === null ? (held.get(line.id)?.distance_m ?? 0) : null,
          attested_with: lacked.get(line.id) ?? [],
          ...stampsOf(line),
        },
      ];
    }),
  };
}

/** ATT-011. */
export async function lastAttested(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof lastEndpoint>,
): Promise<HandlerData<typeof lastEndpoint>> {
  const memberId = query.user_id ?? ctx.actor.memberId;
  requireMayAttestFor(ctx.actor, memberId);
  await mustKnowMember(ctx, memberId);
  const visible = await visibleUnitIds(ctx);
  const one = query.imei === undefined ? query.unit_id : (await findVisibleUnit(ctx, query.imei)).unitId;
  if (one !== undefined && !visible.includes(one)) throw new AppError('UnitNotFound');
  const rows = await readModel.lastDays(ctx, one === undefined ? visible : [one], memberId);
  const last = rows.reduce<string | null>(
    (newest, row) => (newest === null || row.last_day > newest ? row.last_day : newest),
    null,
  );
  return { rows, period: defaultPeriod(last, todayOf(ctx)) };
}
