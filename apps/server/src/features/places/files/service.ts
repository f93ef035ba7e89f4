import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import {
  PLACE_LABEL_MAX,
  type exportPlaces as exportEndpoint,
  type importPlaces as importEndpoint,
} from '@spora/contract/places/endpoints';
import { PLACE_MAX, PLACE_RADIUS_M } from '@spora/contract/places/values';
import type { MessageKey } from '@spora/messages/keys';
import { audit } from '../../../core/people/audit.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { requireMayEditPlace, requirePlaces } from '../policy.ts';
import * as repository from '../repository.ts';
import { addPlainPlaces, listPlaces } from '../service.ts';
import { type FilePlace, readCsv, readKml, writeCsv, writeKml } from './rules.ts';
import { hasOnlyBasUnits } from '../../../core/fleet/visible-units.ts';

const ADDRESS_MAX = 300;

/** PLACE-013: what a file would add, or adds; rows that are wrong are told and left out. The places are for all units, without rules. */
export async function importPlaces(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof importEndpoint>,
): Promise<CallData<typeof importEndpoint>> {
  const { db, actor } = ctx;
  requirePlaces(await hasOnlyBasUnits(ctx));
  requireMayEditPlace({ isAdmin: actor.isAdmin, mayEditPlaces: false }, { unitIds: null }, new Set());
  const found = body.format === 'csv' ? readCsv(body.text) : readKml(body.text);
  if (found.length > PLACE_MAX.perAccount) throw new AppError('CsvTooLong', { status: 422 });
  if (body.commit) await repository.waitToAdd(db, actor.accountId);
  const known = await repository.placesOf(db, actor.accountId);
  const names = new Set(known.map(({ label }) => nameOf(label)));
  const rows = found.map((row) => {
    const errors = faultsOf(row, names);
    // A row that stays out takes no name from those after it.
    if (errors.length === 0) names.add(nameOf(row.label));
    return { ...told(row), errors, added: body.commit && errors.length === 0 };
  });
  if (names.size > PLACE_MAX.perAccount) throw new AppError('TooManyPlaces');
  const added = found.filter((_, index) => rows[index]?.added);
  if (added.length > 0) {
    await addPlainPlaces(
      ctx,
      added.map(({ radius, ...row }) => ({ ...row, radius: radius ?? PLACE_RADIUS_M.usual })),
    );
    await audit(ctx, 'places-imported', String(added.length), { format: body.format });
  }
  return { rows };
}

/** As the index over names folds them. */
const nameOf = (label: string): string => label.toLowerCase();

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** What is shown of a row: where it would lie, so that latitude and longitude in the wrong order are seen; never a whole file in one cell. */
const told = ({ line, label, address, lat, lng, radius }: FilePlace) => ({
  line,
  label: label.slice(0, PLACE_LABEL_MAX + 1),
  address: address.slice(0, ADDRESS_MAX + 1),
  lat: numberOrNull(lat),
  lng: numberOrNull(lng),
  radius: numberOrNull(radius ?? PLACE_RADIUS_M.usual),
});

function faultsOf(row: FilePlace, names: ReadonlySet<string>): MessageKey[] {
  // What its cells hold is anybody's guess then.
  if (row.fault) return [row.fault];
  const faults: MessageKey[] = [];
  if (row.label === '') faults.push('SpecifyPlaceName');
  else if (row.label.length > PLACE_LABEL_MAX) faults.push('PlaceNameLength');
  else if (names.has(nameOf(row.label))) faults.push('PlaceNameTaken');
  if (row.address.length > ADDRESS_MAX) faults.push('TextTooLong');
  if (!(Math.abs(row.lat) <= 90 && Math.abs(row.lng) <= 180)) faults.push('InvalidCoordinate');
  if (
    row.radius !== null &&
    !(Number.isInteger(row.radius) && row.radius >= PLACE_RADIUS_M.min && row.radius <= PLACE_RADIUS_M.max)
  )
    faults.push('PlaceRadiusBetween');
  return faults;
}

/** PLACE-013: the places that the actor sees. */
export async function exportPlaces(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof exportEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
) {
  const { places } = await listPlaces(ctx);
  await audit(ctx, 'places-exported', '', { format: params.format });
  return params.format === 'csv'
    ? { type: 'text/csv; charset=utf-8', name: 'places.csv', body: writeCsv(places, language) }
    : { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', name: 'places.kml', body: writeKml(places) };
}
