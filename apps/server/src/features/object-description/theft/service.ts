import type { HandlerInput } from '@spora/contract/endpoint';
import { e164 } from '@spora/contract/identity';
import { DAY_MS } from '@spora/calendar/durations';
import { THEFT_TRACK_DAYS } from '@spora/contract/limits';
import type { makeTheftReport, TheftFacts, TheftPage, TheftReport } from '@spora/contract/object-description/endpoints';
import { createFormat } from '@spora/messages/format';
import { lockRow } from '../../../core/fleet/unit-row.ts';
import { audit } from '../../../core/people/audit.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { readPlaces } from '../../../platform/geocoding/places-data.ts';
import * as pictures from '../pictures/repository.ts';
import { requireCan, requireTheft } from '../policy.ts';
import { findFacts } from '../repository.ts';
import { bearsRegistration, factsToTell } from '../rules.ts';
import { openUnit, type OpenUnit } from '../service.ts';
import * as shares from '../shares/repository.ts';
import * as repository from './repository.ts';
import { isInFuture, pointsOf, townsNear, trackToKeep } from './rules.ts';
import { readWhereabouts } from '../../tracking/api.ts';

/** Read once, when the first report is made. */
let towns: ReturnType<typeof readPlaces> | undefined;

export async function getPage(ctx: MemberCtx, imei: string): Promise<TheftPage> {
  return pageOf(ctx, await openUnit(ctx, imei));
}

/** Who may not see the map is told that there is a report, not where the object was. */
export async function pageOf(ctx: MemberCtx, unit: OpenUnit): Promise<TheftPage> {
  const latest = (await repository.find(ctx.db, unit))?.report ?? null;
  const { report: mayReport } = unit.can;
  return {
    draft: await draftOf(ctx, latest),
    latest: mayReport ? latest : null,
    versions: await repository.listVersions(ctx.db, unit),
    shares: mayReport ? await shares.list(ctx.db, unit, ctx.now()) : [],
    can: { report: mayReport && unit.hasTheft },
  };
}

/** What a version starts from. */
async function draftOf({ db, actor }: MemberCtx, latest: TheftReport | null): Promise<TheftFacts> {
  if (latest) return latest.theft;
  const owner = await repository.findOwner(db, actor);
  return {
    stolen_on: null,
    stolen_from: '',
    circumstances: '',
    owner_name: owner.name,
    owner_email: owner.email,
    owner_phone: e164(owner.own_phone || owner.phone),
    police_station: '',
    police_report_number: '',
    claim_number: '',
  };
}

/** OBJ-008: a new version with description, pictures, position and track as they are now; the earlier ones stay as they were. */
export async function makeReport(ctx: MemberCtx, { params, body }: HandlerInput<typeof makeTheftReport>): Promise<TheftPage> {
  const { db, actor, now } = ctx;
  const unit = await openUnit(ctx, params.imei);
  requireCan(unit.can, 'report');
  requireTheft(unit);
  if (isInFuture(body.stolen_on, createFormat('en', actor.timeZone).day(now())))
    throw new InputError({ stolen_on: ['TheftInFuture'] });
  await lockRow(db, unit.accountId, unit.unitId);
  const latest = (await repository.find(db, unit))?.report ?? null;
  const { was, ...told } = body;
  requireUnchanged(await draftOf(ctx, latest), { ...told, was });
  const content = await contentOf(ctx, unit, told);
  const version = (latest?.version ?? 0) + 1;
  await repository.insert(db, unit, { actor, at: now(), version, content });
  await audit(ctx, 'theft-report-made', unit.name, { version, private_trips: body.include_private });
  return pageOf(ctx, unit);
}

async function contentOf(
  ctx: MemberCtx,
  unit: OpenUnit,
  { include_private: withOwnPrivate, ...theft }: Omit<HandlerInput<typeof makeTheftReport>['body'], 'was'>,
): Promise<repository.Content> {
  const to = ctx.now();
  const from = new Date(to.getTime() - THEFT_TRACK_DAYS * DAY_MS);
  const where = await readWhereabouts(ctx, { imei: unit.imei, from, to, withOwnPrivate });
  const track = trackToKeep(where.parts);
  const object = factsToTell(await findFacts(ctx.db, unit));
  const { last } = where;
  return {
    unit_name: unit.name,
    registration_number: bearsRegistration(object.type) ? unit.registrationNumber : null,
    object,
    theft,
    pictures: await pictures.list(ctx.db, unit),
    last_position: last,
    track_from: from.toISOString(),
    track_to: to.toISOString(),
    track,
    places: townsNear([...pointsOf(track), ...(last ? [{ lat: last.lat, lon: last.lng }] : [])], (towns ??= readPlaces())),
    stops: where.stops
      .slice(-15)
      .reverse()
      .map(({ from: begin, to: end, lat, lng, address }) => ({ from: begin, to: end, lat, lng, address })),
  };
}
