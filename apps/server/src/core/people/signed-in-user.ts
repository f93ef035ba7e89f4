import type { signedInUser as signedInUserSchema } from '@spora/contract/auth/endpoints';
import type { z } from 'zod';
import type { Kysely } from 'kysely';
import type { AccountId, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type UnitsAtAGlance, unitsAtAGlance } from '../fleet/visible-units.ts';

export const profileOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .select([
      'member.id',
      'member.full_name',
      'member.email',
      'member.is_admin',
      'member.language',
      'member.two_factor',
      'member.rights',
      'account.time_zone',
      'account.currency',
      'account.subsite_id',
      'account.parent_id',
      'account.name as account_name',
      'account.kind as account_kind',
      'account.notice_required_at',
      'account.other_trip_type',
      'account.other_trip_colour',
      'account.other_trip_purpose_required',
      'account.removal_due_at',
      'account.guide',
      'member.notice_acknowledged_at',
      'member.private_closed_at',
      'member.sign_on_closed_at',
    ])
    .select((member) =>
      member
        .exists(
          member
            .selectFrom('member_setting as s')
            .whereRef('s.member_id', '=', 'member.id')
            .where('s.key', '=', 'preference.first-page')
            .where('s.value', '=', JSON.stringify('today'))
            .select('s.key'),
        )
        .as('starts_with_today'),
    )
    .select((member) =>
      member
        .exists(
          member
            .selectFrom('member as other')
            .whereRef('other.account_id', '=', 'member.account_id')
            .whereRef('other.id', '<>', 'member.id')
            .where('other.removed_at', 'is', null)
            .select('other.id'),
        )
        .as('has_others'),
    )
    .executeTakeFirstOrThrow();

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([
      'name',
      'kind',
      'time_zone',
      'currency',
      'subsite_id',
      'parent_id',
      'other_trip_type',
      'other_trip_colour',
      'other_trip_purpose_required',
      'removal_due_at',
    ])
    .executeTakeFirstOrThrow();

export type SignedInUser = z.input<typeof signedInUserSchema>;

/** Nothing left to a default, which only a strict server would fill in; the parent accounts' rights are added by `withParentRights`. */
type WholeUser = Omit<z.output<typeof signedInUserSchema>, 'HasAlertNumbers' | 'HasExtraTimeZone'>;

export async function me(ctx: MemberCtx): Promise<{ user: SignedInUser }> {
  return { user: ctx.actor.visit ? await visitingUser(ctx, ctx.actor.visit) : await signedInUser(ctx) };
}

/** Support staff in a customer's account: its administrators' rights by the name of the staff, and nothing of their own. */
async function visitingUser({ db, actor }: MemberCtx, visit: NonNullable<MemberCtx['actor']['visit']>): Promise<WholeUser> {
  const account = await accountOf(db, actor.accountId);
  const units = await unitsAtAGlance({ db, actor });
  return {
    ID: actor.memberId,
    FullName: visit.staffName,
    Email: '',
    IsAdmin: true,
    RealTimeMap: actor.mayUseMap,
    ParentID: account.parent_id ?? String(actor.accountId),
    EnableTwoFactorAuth: true,
    userHasOnlyBasSubscription: units.areAllBas,
    TimeZone: account.time_zone,
    Currency: account.currency,
    AccountName: account.name,
    SubsiteID: account.subsite_id,
    MustAcknowledgeNotice: false,
    MustSetUpFactor: false,
    GuideIsOpen: false,
    OtherTripType: account.other_trip_type,
    OtherTripColour: account.other_trip_colour,
    OtherTripPurposeRequired: account.other_trip_purpose_required,
    RemovalDueAt: account.removal_due_at?.toISOString() ?? null,
    CanEditAllBookings: false,
    ...whoseUnits(account.kind, units),
    Support: { Name: visit.staffName, Until: visit.until.toISOString() },
  };
}

const whoseUnits = (accountKind: string, { areAllOffRoad }: UnitsAtAGlance) => ({
  ...(accountKind === 'private' ? { IsPrivatePerson: true } : {}),
  ...(areAllOffRoad ? { HasNoRoadVehicle: true } : {}),
});

/** SEC-016: what was read before it was last required does not count. */
const mustRead = (requiredAt: Date | null, readAt: Date | null): boolean =>
  requiredAt !== null && (readAt === null || readAt < requiredAt);

export async function signedInUser({ db, actor }: MemberCtx): Promise<SignedInUser> {
  const profile = await profileOf(db, actor.accountId, actor.memberId);
  const units = await unitsAtAGlance({ db, actor });
  return {
    ID: profile.id,
    FullName: profile.full_name,
    Email: profile.email,
    IsAdmin: profile.is_admin,
    RealTimeMap: actor.mayUseMap,
    ParentID: profile.parent_id ?? String(actor.accountId),
    EnableTwoFactorAuth: profile.two_factor,
    userHasOnlyBasSubscription: units.areAllBas,
    TimeZone: profile.time_zone,
    Currency: profile.currency,
    AccountName: profile.account_name,
    SubsiteID: profile.subsite_id,
    MustAcknowledgeNotice: mustRead(profile.notice_required_at, profile.notice_acknowledged_at),
    OtherTripType: profile.other_trip_type,
    OtherTripColour: profile.other_trip_colour,
    OtherTripPurposeRequired: profile.other_trip_purpose_required,
    RemovalDueAt: profile.is_admin ? (profile.removal_due_at?.toISOString() ?? null) : null,
    GuideIsOpen: profile.is_admin && profile.guide === 'open',
    MustSetUpFactor: actor.lacksFactor === true,
    CanEditAllBookings: profile.is_admin || profile.rights.includes('edit-all-bookings'),
    ...whoseUnits(profile.account_kind, units),
    ...(profile.account_kind === 'private' && !profile.has_others ? { IsAlone: true } : {}),
    ...(profile.is_admin && profile.starts_with_today ? { StartsWithToday: true } : {}),
    ...(!profile.is_admin && profile.rights.includes('edit-places') ? { MayEditPlaces: true } : {}),
    ...(profile.private_closed_at || profile.sign_on_closed_at ? { PrivateIsClosed: true } : {}),
  };
}
