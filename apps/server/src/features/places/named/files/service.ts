import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import {
  PLACE_LABEL_MAX,
  PLACE_MAX,
  PLACE_RADIUS_M,
  type exportPlaces as exportEndpoint,
  type importPlaces as importEndpoint,
} from '@spora/contract/places';
import type { MessageKey } from '@spora/messages/keys';
import { AppError } from '../../../../platform/app-error.ts';
import type { MemberCtx } from '../../../../platform/ctx.ts';
import { hasOnlyBasUnits } from '../../../units/api.ts';
import { requireMayEditPlace, requirePlaces } from '../policy.ts';
import * as repository from '../repository.ts';
import { addPlainPlace, audit, listPlaces } from '../service.ts';
import { type FilePlace, readCsv, readKml, writeCsv, writeKml } from './rules.ts';

/** PLACE-013: what a file would add, or adds; rows that are wrong are told and left out. The places are for all units, without rules. */
export async function importPlaces(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof importEndpoint>,
): Promise<CallData<typeof importEndpoint>> {
  const { db, actor } = ctx;
  requirePlaces(await hasOnlyBasUnits(ctx));
  requireMayEditPlace(actor, { unitIds: null }, new Set());
  const found = body.format === 'csv' ? readCsv(body.text) : readKml(body.text);
  if (!found) throw new AppError(body.format === 'csv' ? 'PlaceColumns' : 'PlaceFileUnreadable', { status: 422 });
  const known = await repository.placesOf(db, actor.accountId);
  if (known.length + found.length > PLACE_MAX.perAccount) throw new AppError('TooManyPlaces');
  const names = new Set(known.map(({ label }) => label.toLowerCase()));
  const rows: CallData<typeof importEndpoint>['rows'] = [];
  for (const row of found) {
    const errors = faultsOf(row, names);
    names.add(row.label.toLowerCase());
    const added = body.commit && errors.length === 0;
    if (added) {
      const { label, address, lat, lng, radius } = row;
      const fields = { label, address, lat, lng, radius: radius ?? PLACE_RADIUS_M.usual };
      await addPlainPlace(ctx, fields);
    }
    const radius = row.radius !== null && Number.isNaN(row.radius) ? null : (row.radius ?? PLACE_RADIUS_M.usual);
    rows.push({ line: row.line, label: row.label, address: row.address, radius, errors, added });
  }
  const added = rows.filter((row) => row.added).length;
  if (added > 0) await audit(ctx, 'places-imported', String(added), { format: body.format });
  return { rows };
}

function faultsOf(row: FilePlace, names: ReadonlySet<string>): MessageKey[] {
  const faults: MessageKey[] = [];
  if (row.label === '') faults.push('SpecifyPlaceName');
  else if (row.label.length > PLACE_LABEL_MAX) faults.push('PlaceNameLength');
  else if (names.has(row.label.toLowerCase())) faults.push('PlaceNameTaken');
  if (row.address.length > 300) faults.push('TextTooLong');
  if (!(Math.abs(row.lat) <= 90 && Math.abs(row.lng) <= 180)) faults.push('InvalidCoordinate');
  if (
    row.radius !== null &&
    !(Number.isInteger(row.radius) && row.radius >= PLACE_RADIUS_M.min && row.radius <= PLACE_RADIUS_M.max)
  )
    faults.push('PlaceRadiusBetween');
  return faults;
}

/** PLACE-013: the places that the actor sees. */
export async function exportPlaces(ctx: MemberCtx, { params }: HandlerInput<typeof exportEndpoint>) {
  const { places } = await listPlaces(ctx);
  return params.format === 'csv'
    ? { type: 'text/csv; charset=utf-8', name: 'places.csv', body: writeCsv(places) }
    : { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', name: 'places.kml', body: writeKml(places) };
}
