import { randomBytes } from 'node:crypto';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { SHARE_LINKS_MAX } from '@spora/contract/limits';
import type {
  listShareLinks as listEndpoint,
  makeShareLink as makeEndpoint,
  previewShareLink as previewEndpoint,
  ShareLink,
} from '@spora/contract/sharing/endpoints';
import { audit } from '../../core/people/audit.ts';
import { listVisibleUnits } from '../../core/fleet/visible-units.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { hashOfToken } from '../../platform/http/session-gate.ts';
import type { LinkTo } from '../../platform/mail/links.ts';
import { asToldToStrangers } from '../tracking/api.ts';
import { mayEnd, mayShowOwnPrivate, readAs, requireShare } from './policy.ts';
import * as repository from './repository.ts';
import { ownerOfToken } from './rules.ts';

const PAGE = '/shared/position';

/** The token after the `#` never reaches a server, nor its log. */
const addressOf = (linkTo: LinkTo, subsiteId: number, token: string): string => `${linkTo(subsiteId, PAGE)}#${token}`;

/** API-062: a link to units that the actor sees on the map. */
export async function makeLink(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof makeEndpoint>,
  linkTo: LinkTo,
): Promise<HandlerData<typeof makeEndpoint>> {
  const { db, actor, ports } = ctx;
  requireShare(actor);
  const account = await repository.accountOf(db, actor.accountId);
  if (body.with_own_private && !mayShowOwnPrivate(actor, account)) throw new AppError('Forbidden');
  const units = await listVisibleUnits(ctx, [...new Set(body.imeis)]);
  const at = ctx.now();
  if ((await repository.countOpen(db, actor, at)) >= SHARE_LINKS_MAX) throw new AppError('ShareLinksMax');
  const token = randomBytes(32).toString('base64url');
  const until = new Date(at.getTime() + body.minutes * 60_000);
  const id = await repository.insert(db, {
    actor,
    tokenHash: hashOfToken(token),
    sealedToken: await ports.secretBox.seal(token, ownerOfToken(actor.accountId)),
    title: body.title,
    showsNames: body.shows_names,
    withTrail: body.with_trail,
    withOwnPrivate: body.with_own_private,
    destination: body.destination,
    at,
    until,
    unitIds: units.map(({ unitId }) => unitId),
  });
  await audit(ctx, 'share-made', namesOf(units), {
    until: until.toISOString(),
    title: body.title,
    destination: body.destination?.label ?? null,
    with_trail: body.with_trail,
    ...(body.with_own_private ? { with_own_private: true } : {}),
  });
  return { id, url: addressOf(linkTo, account.subsite_id, token) };
}

/**
 * What a link would show no position of now. Whoever may ask sees the same by making it; that a unit is in private use their own map says,
 * or they drive it.
 */
export async function previewLink(
  ctx: MemberCtx,
  { imeis, with_own_private }: HandlerInput<typeof previewEndpoint>['body'],
): Promise<HandlerData<typeof previewEndpoint>> {
  const { db, actor } = ctx;
  requireShare(actor);
  const account = await repository.accountOf(db, actor.accountId);
  const units = await listVisibleUnits(ctx, [...new Set(imeis)]);
  const viewer = readAs(actor, with_own_private && mayShowOwnPrivate(actor, account));
  const told = await asToldToStrangers(
    ctx,
    units.map(({ unitId }) => unitId),
    viewer,
  );
  return {
    without_position: units.flatMap(({ unitId, imei, name }) => {
      const unit = told.get(unitId);
      return unit?.position || imei === null ? [] : [{ imei, name, is_private: unit?.no_position_reason === 'private' }];
    }),
  };
}

/** Those that open now. Only the maker of a link can copy it again, one that shows private trips not while these are closed to them. */
export async function listLinks(ctx: MemberCtx, linkTo: LinkTo): Promise<HandlerData<typeof listEndpoint>> {
  const { db, actor, ports } = ctx;
  requireShare(actor);
  const rows = await repository.listOpen(db, actor, ctx.now());
  const units = await repository.unitsOf(
    db,
    actor.accountId,
    rows.map(({ id }) => id),
  );
  const { subsite_id: subsiteId } = await repository.accountOf(db, actor.accountId);
  const links = await Promise.all(
    rows.map(async (row): Promise<ShareLink> => ({
      id: row.id,
      url:
        row.member_id === actor.memberId && !(row.with_own_private && actor.isPrivateClosed)
          ? addressOf(linkTo, subsiteId, await ports.secretBox.open(row.sealed_token, ownerOfToken(actor.accountId)))
          : null,
      units: units.filter(({ link_id }) => link_id === row.id).map(({ name }) => name),
      title: row.title,
      shows_names: row.shows_names,
      with_trail: row.with_trail,
      with_own_private: row.with_own_private,
      destination: row.destination_label,
      made_by: row.full_name,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  );
  // What has lost all its units shows nothing any more.
  return { links: links.filter((link) => link.units.length > 0) };
}

/** Unknown, another account's and somebody else's look alike. */
export async function revokeLink(ctx: MemberCtx, id: number): Promise<Record<never, never>> {
  const { db, actor } = ctx;
  const link = await repository.find(db, actor.accountId, id);
  if (!link || !mayEnd(actor, { memberId: link.member_id })) throw new AppError('ShareNotFound');
  if (link.revoked_at !== null) return {};
  await repository.revoke(db, actor.accountId, id, ctx.now());
  await audit(ctx, 'share-revoked', namesOf(await repository.unitsOf(db, actor.accountId, [id])), {
    until: link.expires_at.toISOString(),
    title: link.title,
    destination: link.destination_label,
    with_trail: link.with_trail,
    ...(link.with_own_private ? { with_own_private: true } : {}),
  });
  return {};
}

const namesOf = (units: readonly { readonly name: string }[]): string =>
  units
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200);
