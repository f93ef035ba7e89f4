import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { ExportQuery } from '@spora/contract/exports/endpoints';
import { SCHEDULES_MAX } from '@spora/contract/limits';
import type {
  addSchedule as addEndpoint,
  listSchedules as listEndpoint,
  removeSchedule as removeEndpoint,
  testSchedule as testEndpoint,
  updateSchedule as updateEndpoint,
} from '@spora/contract/exports/schedules';
import type { Language } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { inTransaction, type MemberActor, type MemberCtx } from '../../../platform/ctx.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { filterNames, type NamesOfFilter } from '../read-model.ts';
import { filterInWords, type Words, wordsIn } from '../rules.ts';
import { type Reports, requireFace } from '../../reports/files/api.ts';
import { canOf, requireMay, requireReceiver } from './policy.ts';
import * as readModel from './read-model.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import * as repository from './repository.ts';
import { nextDay, periodBefore } from './rules.ts';
import { makeLog, orderLetters } from './sending/service.ts';
import { listVisibleUnits, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { todayOf } from '../../../core/people/account-clock.ts';
import { otherTypeName } from '../../../core/people/other-trip-type.ts';

/** One's own, and to administrators what leaves the account in other names, with what has come of each. */
export async function listSchedules(ctx: MemberCtx, language: Language): Promise<HandlerData<typeof listEndpoint>> {
  const rows = await readModel.listedSchedules(ctx, await visibleUnitIds(ctx));
  const words = wordsIn(language, ctx.actor.timeZone, await otherTypeName(ctx));
  const namesOf = await filterNames(
    ctx,
    rows.map(({ filter }) => filter),
  );
  const schedules = rows.map((row) => toSchedule(ctx.actor, row, words, namesOf));
  return { schedules, members: await readModel.membersOf(ctx), can_send: ctx.ports.mail.isAvailable };
}

function toSchedule(actor: MemberActor, row: readModel.ListedSchedule, words: Words, namesOf: NamesOfFilter) {
  // Days, trackers and order are nothing that its words speak of.
  const query = { ...row.filter, from: '', to: '', imeis: [], sort: 'time', descending: false, routes: false } as ExportQuery;
  const units = row.filter.unit_ids === null ? [] : [`${words.t('ExportUnits')}: ${row.units.join(', ')}`];
  const { id, report, name, every, format, language, is_paused, recipients, next_on, history } = row;
  return {
    ...{ id, report, name, every, format, language, is_paused, recipients, next_on, history },
    owner: { id: row.member_id, name: row.owner_name },
    filter: [...units, ...filterInWords(query, { units: [], ...namesOf(query) }, words)],
    last:
      row.last_sent_at && row.last_outcome
        ? {
            from: row.last_from,
            to: row.last_to,
            at: row.last_sent_at.toISOString(),
            outcome: row.last_outcome,
            error: row.last_error,
            mails: row.mails,
          }
        : null,
    test: row.tested_at && row.test_state ? { at: row.tested_at.toISOString(), state: row.test_state } : null,
    can: canOf(actor, row.member_id),
  };
}

type Body = HandlerInput<typeof updateEndpoint>['body'];

/** Units by what carries their trackers now, and recipients who are members of the account. */
async function checked(ctx: MemberCtx, body: Body): Promise<repository.KeptFilter | undefined> {
  const units = await listVisibleUnits(ctx, body.filter?.imeis ?? []);
  const known = await repository.membersAmong(ctx.db, ctx.actor.accountId, body.recipient_ids);
  if (known.length < body.recipient_ids.length) throw new AppError('UserNotFound');
  if (!body.filter) return undefined;
  const { imeis, ...filter } = body.filter;
  return { ...filter, unit_ids: imeis.length > 0 ? units.map(({ unitId }) => unitId) : null };
}

export async function addSchedule(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof addEndpoint>,
  reports: Reports,
): Promise<HandlerData<typeof addEndpoint>> {
  const { db, actor, now } = ctx;
  requireReceiver(actor);
  if (body.report !== 'log') requireFace(reports, body.report);
  if ((await repository.countOf(db, actor.accountId, actor.memberId)) >= SCHEDULES_MAX)
    throw new AppError('TooManySchedules', { params: { count: SCHEDULES_MAX } });
  const filter = (await checked(ctx, body)) ?? ({ unit_ids: null } as repository.KeptFilter);
  const nextOn = nextDay(body.every, todayOf(ctx));
  const id = await repository.insertSchedule(db, actor.accountId, actor.memberId, { ...body, filter, nextOn, at: now() });
  await auditSchedule(ctx, 'export-schedule-saved', body);
  return { id };
}

/** A new rhythm, and an end of a pause, begin with the next whole period; anything else leaves what is due as it is. */
export async function updateSchedule(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof updateEndpoint>,
): Promise<HandlerData<typeof updateEndpoint>> {
  const { db, actor, now } = ctx;
  const old = await repository.scheduleById(db, actor.accountId, params.id);
  requireMay(actor, 'edit', old?.member_id);
  if (!old) throw new AppError('ScheduleNotFound');
  const { was, ...wanted } = body;
  requireUnchanged(old, { ...wanted, was });
  const filter = (await checked(ctx, body)) ?? old.filter;
  const isAnew = body.every !== old.every || (old.is_paused && !body.is_paused);
  const nextOn = isAnew ? nextDay(body.every, todayOf(ctx)) : old.next_on;
  await repository.updateSchedule(db, actor.accountId, old.id, { ...wanted, filter, nextOn, at: now() });
  await auditSchedule(ctx, 'export-schedule-saved', body);
  return { id: old.id };
}

export async function removeSchedule(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<HandlerData<typeof removeEndpoint>> {
  const old = await repository.scheduleById(ctx.db, ctx.actor.accountId, params.id);
  requireMay(ctx.actor, 'remove', old?.member_id);
  if (!old) throw new AppError('ScheduleNotFound');
  await repository.deleteSchedule(ctx.db, ctx.actor.accountId, old.id);
  await auditSchedule(ctx, 'export-schedule-removed', old);
  return { id: old.id };
}

/** What the next one will look like, of the period before, to oneself alone; masked as the recipients would get it. */
export async function testSchedule(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof testEndpoint>,
  { host }: Pick<RequestFacts, 'host'>,
  reports: Reports,
): Promise<HandlerData<typeof testEndpoint>> {
  const { actor, now } = ctx;
  requireReceiver(actor);
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailNotAvailable');
  const schedule = await inTransaction(ctx, async ({ db }) => {
    const found = await repository.scheduleById(db, actor.accountId, params.id);
    requireMay(actor, 'edit', found?.member_id);
    return found;
  });
  if (!schedule) throw new AppError('ScheduleNotFound');
  const span = periodBefore(schedule.every, todayOf(ctx));
  const isForOthers = schedule.recipient_ids.some((id) => id !== actor.memberId);
  const made = await makeLog(ctx, schedule, span, { host, reports, masksAll: isForOthers });
  return inTransaction(ctx, async (tx) => {
    const { subsite_id: subsiteId, ...reader } = await readModel.readerOf(tx);
    const owner = { accountId: actor.accountId, memberId: actor.memberId, name: reader.full_name };
    const letter = { schedule, owner, subsiteId, span, at: now(), isTest: true };
    const to = [{ ...reader, language: reader.language as Language }];
    const [mailId = null] = await orderLetters(tx.db, letter, made, to);
    await repository.noteTest(tx.db, actor.accountId, schedule.id, { at: now(), mailId });
    return { to: reader.email, outcome: made.outcome };
  });
}

const auditSchedule = (
  ctx: MemberCtx,
  action: 'export-schedule-saved' | 'export-schedule-removed',
  { name, every, format, recipient_ids }: Pick<repository.KeptSchedule, 'name' | 'every' | 'format' | 'recipient_ids'>,
): Promise<void> => audit(ctx, action, name, { every, format, recipients: recipient_ids.length });
