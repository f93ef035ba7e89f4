import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { maskPersonalNumber } from '@spora/contract/identity';
import type {
  inviteUser as inviteEndpoint,
  listUsers as listEndpoint,
  updateUser as updateEndpoint,
  User,
  userDependents as dependentsEndpoint,
  UserRow,
} from '@spora/contract/users/endpoints';
import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import type { Language } from '@spora/messages/languages';
import type { Dependents, Feature } from '../../../core/face.ts';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { type AuditDetails, changesFor } from '../../../platform/observing/audit.ts';
import type { MemberActor, MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { accessOf, giveAccess, keepLocked } from '../access/service.ts';
import { endChanges, hasPrivateTrips, openChanges } from '../address/repository.ts';
import { tooLongName, usualPurpose } from '../rules.ts';
import { NO_PASSWORD, type OpenChange, toPending } from '../address/rules.ts';
import { orderChange, sendAgain, withdraw } from '../address/service.ts';
import { requireMayManageMembers } from '../policy.ts';
import { memberCan, requireMayTakeOff } from './policy.ts';
import { emailsOfColleagues } from '../import/repository.ts';
import * as repository from './repository.ts';
import { endSessionsOf, forgetBrowsersOf } from '../../../core/people/sessions.ts';
import { endResetLinksOf } from '../../../core/people/reset-links.ts';
import { inviteAgain, sendInvitation } from '../api.ts';

/** ADM-017 asks for a day between reminders; an invitation that went astray is asked for sooner. */
const RESEND_AFTER_MS = 3_600_000;

const factsOf = (row: repository.MemberRow) => ({ id: row.id, isAdmin: row.is_admin, isDisabled: row.disabled_at !== null });
const statusOf = (row: repository.MemberRow): UserRow['status'] =>
  row.disabled_at ? 'disabled' : row.invited_at && !row.password_changed_at ? 'invited' : 'active';

function asRow(actor: MemberActor, row: repository.MemberRow, activeAdmins: number, waiting: OpenChange | undefined): UserRow {
  return {
    id: row.id,
    full_name: row.full_name,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    is_admin: row.is_admin,
    two_factor: row.two_factor,
    has_strong_factor: row.has_strong_factor,
    is_disabled: row.disabled_at !== null,
    status: statusOf(row),
    department: row.department,
    rights: MEMBER_RIGHTS.filter((right) => row.rights.includes(right)),
    units: row.units ?? 0,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    pending_email: waiting ? toPending(waiting) : null,
    can: memberCan(actor, factsOf(row), activeAdmins),
  };
}

/** ADM-010, API-024: `limit` -1 is everybody. */
export async function listUsers(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const { db, actor } = ctx;
  const rows = repository.members(db, actor.accountId);
  const activeAdmins = await repository.countActiveAdmins(db, actor.accountId);
  const found = await (query.limit >= 0 ? rows.limit(query.limit) : rows).execute();
  const waiting = await openChanges(db, actor.accountId, ctx.now());
  return { user: found.map((row) => asRow(actor, row, activeAdmins, waiting.get(row.id))) };
}

/** One member as the list shows them. Throws UserNotFound. */
export async function rowOf(ctx: MemberCtx, id: number): Promise<UserRow> {
  return shown(ctx, await mustFind(ctx, id));
}

async function shown({ db, actor, now }: MemberCtx, row: repository.MemberRow): Promise<UserRow> {
  const waiting = await openChanges(db, actor.accountId, now(), row.id);
  return asRow(actor, row, await repository.countActiveAdmins(db, actor.accountId), waiting.get(row.id));
}

export async function getUser(ctx: MemberCtx, id: number): Promise<User> {
  const row = await mustFind(ctx, id);
  return {
    ...(await shown(ctx, row)),
    language: row.language as Language,
    registration_id: maskPersonalNumber(row.registration_id),
    street: row.street,
    postal_code: row.postal_code,
    city: row.city,
    default_purpose: row.default_purpose,
    unit_ids: await accessOf(ctx, id),
  };
}

/** Adds a member who sets their own password by the link in the mail. An e-mail address belongs to one member of one account. */
export async function inviteUser(ctx: MemberCtx, { body }: HandlerInput<typeof inviteEndpoint>): Promise<User> {
  const { db, actor, now } = ctx;
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailUnavailable');
  const { unit_ids, ...fields } = body;
  const fullName = body.first_name === undefined ? (body.full_name ?? '') : `${body.first_name} ${body.last_name ?? ''}`.trim();
  // A file has no column for it: people of one company mostly share a language.
  const language = body.language ?? ((await mustFind(ctx, actor.memberId)).language as Language);
  const id = await repository.insertMember(db, actor.accountId, {
    ...present(fields),
    ...(fields.default_purpose ? usualPurpose(ctx, fields.default_purpose) : {}),
    language,
    full_name: fullName,
    email: body.email,
    password_hash: NO_PASSWORD,
    invited_at: now(),
  });
  if (id === null) throw await takenBySomebody(ctx, body.email);
  if (unit_ids.length > 0)
    await giveAccess(
      ctx,
      unit_ids.map((unit_id) => ({ user_id: id, unit_id })),
    );
  await sendInvitation(ctx, { id, full_name: fullName, email: body.email, language });
  const invited = await getUser(ctx, id);
  await audit(ctx, 'user-invited', fullName, invitedAs(invited));
  return invited;
}

/** What the log tells that somebody was given with an invitation; the units stand in a line of their own, the address in none. */
function invitedAs({ is_admin, rights, department }: User): AuditDetails {
  const { changes = [] } = changesFor({}, { is_admin, rights: is_admin ? [] : rights, department }) ?? {};
  return { changes };
}

/** An administrator is not asked whether the address is theirs, but told whether a colleague has it. */
async function takenBySomebody({ db, actor }: MemberCtx, email: string): Promise<InputError> {
  const isColleague = (await emailsOfColleagues(db, actor.accountId, [email.toLowerCase()])).size > 0;
  return new InputError({ email: [isColleague ? 'EmailOfColleague' : 'EmailOfAnother'] });
}

/**
 * Changes only what was sent. A disabled member and one who is administrator no more sign in anew. Another e-mail address waits until it
 * is proven and the member agrees (decision 0039): who could change it alone could sign in as the member.
 */
export async function updateUser(ctx: MemberCtx, { params, body }: HandlerInput<typeof updateEndpoint>): Promise<User> {
  const { db, actor, now } = ctx;
  const row = await mustFind(ctx, params.id);
  const takesOff = (body.is_disabled === true && !row.disabled_at) || (body.is_admin === false && row.is_admin);
  if (takesOff) requireMayTakeOff(actor, factsOf(row), await repository.lockActiveAdmins(db, actor.accountId));
  if (body.was) requireUnchanged(await getUser(ctx, row.id), body);
  const tooLong = tooLongName(row, body);
  if (tooLong) throw new InputError({ [tooLong]: ['NameLength'] });
  const { was: _was, is_disabled, registration_id, email, ...fields } = body;
  const change: repository.MemberFields = {
    ...present(fields),
    ...(fields.default_purpose === undefined || fields.default_purpose === row.default_purpose
      ? {}
      : usualPurpose(ctx, fields.default_purpose)),
    // A masked number that comes back untouched changes nothing.
    ...(registration_id === undefined || registration_id.includes('•') ? {} : { registration_id }),
    ...(is_disabled === undefined ? {} : { disabled_at: is_disabled ? (row.disabled_at ?? now()) : null }),
  };
  await repository.updateMember(db, actor.accountId, row.id, change);
  if (body.is_admin === false && row.is_admin) await keepLocked(ctx, row.id);
  if (takesOff) await signOutEverywhere(ctx, row.id);
  if (email !== undefined && email !== row.email.toLowerCase()) await changeAddress(ctx, row, email);
  const action =
    is_disabled === undefined || is_disabled === (row.disabled_at !== null)
      ? 'user-changed'
      : is_disabled
        ? 'user-disabled'
        : 'user-enabled';
  const told = changesFor(row, { ...toldOf(change), ...(email === undefined ? {} : { email }) }, UNSAID);
  if (told ?? action !== 'user-changed') await audit(ctx, action, row.full_name, told ?? {});
  return getUser(ctx, row.id);
}

/** Of a person's address, number and contact the log says that it was changed, and no more: it outlives the person's row. */
const UNSAID = ['email', 'phone', 'registration_id', 'street', 'postal_code', 'city'];

/** Without who chose a purpose and when, and without what the line's own words say. */
function toldOf({
  default_purpose_by: _by,
  default_purpose_since: _since,
  disabled_at: _disabled,
  ...fields
}: repository.MemberFields) {
  return fields;
}

async function signOutEverywhere(ctx: MemberCtx, memberId: number): Promise<void> {
  await endSessionsOf(ctx, memberId, {});
  await forgetBrowsersOf(ctx, memberId);
  await endResetLinksOf(ctx, memberId);
}

/** Of somebody who was never here, and of whom nothing is closed to the administrator, the address is put right and invited at once. */
async function changeAddress(ctx: MemberCtx, row: repository.MemberRow, email: string): Promise<void> {
  const { db, actor } = ctx;
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailUnavailable');
  const isUntouched =
    statusOf(row) === 'invited' && row.last_seen_at === null && !(await hasPrivateTrips(db, actor.accountId, row.id));
  if (!isUntouched) {
    const settling = { ctx, accountId: actor.accountId };
    const actorName = (await mustFind(ctx, actor.memberId)).full_name;
    await orderChange(settling, row.id, email, {
      by: 'administrator',
      actorMemberId: actor.memberId,
      actorName,
      reason: '',
      isAgreed: false,
      sessionId: null,
    });
    return;
  }
  if (!(await repository.updateMember(db, actor.accountId, row.id, { email }))) throw await takenBySomebody(ctx, email);
  await signOutEverywhere(ctx, row.id);
  await inviteAgain(ctx, { ...row, email });
}

export async function withdrawEmail(ctx: MemberCtx, id: number): Promise<UserRow> {
  requireMayManageMembers(ctx.actor);
  const row = await mustFind(ctx, id);
  await withdraw({ ctx, accountId: ctx.actor.accountId }, row.id, ctx.actor.memberId);
  return shown(ctx, row);
}

export async function resendEmail(ctx: MemberCtx, id: number): Promise<UserRow> {
  requireMayManageMembers(ctx.actor);
  const row = await mustFind(ctx, id);
  await sendAgain({ ctx, accountId: ctx.actor.accountId }, row.id);
  return shown(ctx, row);
}

/** ADM-011: what of each feature hangs on a member. */
export async function dependents(
  ctx: MemberCtx,
  id: number,
  features: readonly Pick<Feature, 'dependents'>[],
): Promise<CallData<typeof dependentsEndpoint>> {
  await mustFind(ctx, id);
  let found: Dependents = { trips: 0, sessions: 0, locked_units: [], bookings: 0, alarm_units: 0, driven_units: [] };
  for (const feature of features)
    if (feature.dependents) found = { ...found, ...(await feature.dependents(ctx.db, ctx.actor.accountId, id)) };
  return { ...found, locked_units: [...found.locked_units], driven_units: [...found.driven_units] };
}

/** ADM-011: the row stays, so that trips and what was attested keep their driver's name; the e-mail address becomes free. */
export async function removeUser(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor, now } = ctx;
  const row = await mustFind(ctx, id);
  requireMayTakeOff(actor, factsOf(row), await repository.lockActiveAdmins(db, actor.accountId));
  await signOutEverywhere(ctx, id);
  await endChanges(db, actor.accountId, id, now());
  await repository.updateMember(db, actor.accountId, id, {
    email: `removed-${id}@removed.invalid`,
    phone: '',
    registration_id: '',
    street: '',
    postal_code: '',
    city: '',
    is_admin: false,
    two_factor: false,
    password_hash: NO_PASSWORD,
    disabled_at: row.disabled_at ?? now(),
    removed_at: now(),
  });
  await audit(ctx, 'user-removed', row.full_name);
  return {};
}

/** A stolen session is over at once, in every browser; the password stays, and whoever knows it is asked for the second factor again. */
export async function endSessions(ctx: MemberCtx, id: number): Promise<{ ended: number }> {
  requireMayManageMembers(ctx.actor);
  const { db, actor, now } = ctx;
  const row = await mustFind(ctx, id);
  if (row.id === actor.memberId) throw new AppError('NotYourself');
  const ended = await endSessionsOf(ctx, row.id, {});
  await forgetBrowsersOf(ctx, row.id);
  const { subsite_id } = await repository.accountOf(db, actor.accountId);
  await orderMail(db, {
    template: 'sessions-ended',
    params: { fullName: row.full_name, byName: (await mustFind(ctx, actor.memberId)).full_name },
    to: row.email,
    language: row.language as Language,
    subsiteId: subsite_id,
    accountId: actor.accountId,
    at: now(),
  });
  return { ended };
}

export async function resendInvitation(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { now } = ctx;
  const row = await mustFind(ctx, id);
  if (statusOf(row) !== 'invited') throw new AppError('AlreadySignedIn');
  if (now().getTime() - (row.invited_at?.getTime() ?? 0) < RESEND_AFTER_MS) throw new AppError('InvitationJustSent');
  await inviteAgain(ctx, row);
  await audit(ctx, 'user-invited', row.full_name);
  return {};
}

/** Throws UserNotFound for an unknown member, a removed one and another account's: the three look alike. */
async function mustFind({ db, actor }: MemberCtx, id: number): Promise<repository.MemberRow> {
  const row = await repository.members(db, actor.accountId).where('member.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('UserNotFound', { status: 404 });
  return row;
}

const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
