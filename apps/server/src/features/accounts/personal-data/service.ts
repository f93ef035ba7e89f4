import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { decodeRoute } from '@spora/telemetry/route';
import { AppError } from '../../../platform/app-error.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import { endingOf, receiptsOf, rowsOfMember, toRefuelling } from '../../refuelling/api.ts';
import { visibleUnitIds } from '../../units/api.ts';
import { csvLine } from '../audit/rules.ts';
import { requireMayExport } from './policy.ts';
import * as readModel from './read-model.ts';
import { maskedFor, withoutOwn, withoutSecrets } from './rules.ts';

const TRIP_COLUMNS = [
  'id',
  'unit',
  'registration_number',
  'started_at',
  'ended_at',
  'type',
  'start_address',
  'stop_address',
  'start_odometer_m',
  'stop_odometer_m',
  'distance_m',
  'max_speed_kmh',
  'purpose',
  'note',
] as const;

/**
 * SEC-015: all that is stored of a member, as a ZIP file: who they are, the trips they drove with their routes, and the rows of every
 * table that names them. An administrator gets it too, but not where private trips went. Throws UserNotFound.
 */
export async function exportPerson(ctx: MemberCtx, memberId: number): Promise<FileAnswer> {
  requireMayExport(ctx.actor, memberId);
  const { files, receiptIds } = await inTransaction(ctx, (tx) => gathered(tx, memberId));
  const day = ctx.now().toISOString().slice(0, 10);
  return { body: zipped(files, receiptFiles(ctx, receiptIds)), type: 'application/zip', name: `personal-data-${day}.zip` };
}

interface Gathered {
  readonly files: Record<string, Uint8Array>;
  /** Refuellings whose receipts go along. */
  readonly receiptIds: readonly number[];
}

async function gathered(ctx: MemberCtx, memberId: number): Promise<Gathered> {
  const { db, actor, now } = ctx;
  const person = await readModel.personOf(db, actor.accountId, memberId);
  if (!person) throw new AppError('UserNotFound', { status: 404 });
  const isOneself = memberId === actor.memberId;
  // LOCK-005: a lock binds the administrator here as everywhere.
  const unitIds = isOneself ? null : await visibleUnitIds(ctx);
  const filled = await refuellings(ctx, memberId, unitIds);
  const files = {
    'person.json': asJson({ ...person, exported_at: now().toISOString() }),
    ...(await tripFiles(ctx, memberId, unitIds)),
    ...(filled.length > 0 ? { 'refuelling.json': asJson(filled) } : {}),
    ...(await tableFiles(ctx, memberId, unitIds)),
  };
  await writeAudit(db, {
    accountId: actor.accountId,
    at: now(),
    actor: { kind: 'member', memberId: actor.memberId },
    action: 'data-exported',
    subject: person.full_name,
  });
  return { files, receiptIds: filled.filter(({ has_receipt }) => has_receipt).map(({ id }) => id) };
}

/** Piece by piece: seven years of receipts are more than memory should hold. Pictures are not made smaller a second time. */
async function* zipped(
  files: Readonly<Record<string, Uint8Array>>,
  pictures: AsyncIterable<readonly [name: string, bytes: Uint8Array]>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const add = (file: ZipDeflate | ZipPassThrough, bytes: Uint8Array): Uint8Array[] => {
    zip.add(file);
    file.push(bytes, true);
    return ready.splice(0);
  };
  for (const [name, bytes] of Object.entries(files)) yield* add(new ZipDeflate(name), bytes);
  for await (const [name, bytes] of pictures) yield* add(new ZipPassThrough(name), bytes);
  zip.end();
  yield* ready;
}

type UnitIds = readonly number[] | null;

const asJson = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`);

/** `unitIds`: those that who asks may see; null for whoever asks for their own. */
async function tripFiles({ db, actor }: MemberCtx, memberId: number, unitIds: UnitIds): Promise<Record<string, Uint8Array>> {
  const driven = await readModel.tripsDrivenBy(db, actor, memberId, unitIds);
  const trips = driven.map((trip) => maskedFor(trip, unitIds === null));
  const lines = trips.map((trip) =>
    csvLine(
      TRIP_COLUMNS.map((column) => {
        const value = trip[column];
        return value instanceof Date ? value.toISOString() : (value ?? '');
      }),
    ),
  );
  const features = trips.flatMap(({ id, route, isMasked }) =>
    route && !isMasked
      ? [
          {
            type: 'Feature',
            properties: { trip: id },
            geometry: {
              type: 'MultiLineString',
              coordinates: decodeRoute(route).map((part) => part.map(({ lat, lon }) => [lon, lat])),
            },
          },
        ]
      : [],
  );
  return {
    'trips.csv': strToU8(`\ufeff${csvLine([...TRIP_COLUMNS])}${lines.join('')}`),
    'routes.geojson': asJson({ type: 'FeatureCollection', features }),
  };
}

/** TRIP-035, TRIP-032: what the member filled and charged, as far as whoever asks may see it. */
async function refuellings(ctx: MemberCtx, memberId: number, unitIds: UnitIds) {
  const rows = await rowsOfMember(ctx, memberId, unitIds);
  return rows.map((row) => {
    const { can: _can, ...entry } = toRefuelling(ctx.actor, row, false);
    return { ...entry, unit: row.unit_name };
  });
}

/** Of at most 1 MB each, read in a short transaction. */
const RECEIPTS_AT_ONCE = 10;

async function* receiptFiles(ctx: MemberCtx, ids: readonly number[]): AsyncGenerator<[name: string, bytes: Uint8Array]> {
  for (let at = 0; at < ids.length; at += RECEIPTS_AT_ONCE) {
    const some = ids.slice(at, at + RECEIPTS_AT_ONCE);
    const found = await inTransaction(ctx, ({ db, actor }) => receiptsOf(db, actor.accountId, some));
    for (const { refuelling_id, content_type, data } of found)
      yield [`receipts/${refuelling_id}.${endingOf(content_type)}`, new Uint8Array(data)];
  }
}

async function tableFiles({ db, actor }: MemberCtx, memberId: number, unitIds: UnitIds): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const table of await readModel.personalTables(db)) {
    const named = (await readModel.rowsNaming(db, actor.accountId, table, memberId)).map(withoutSecrets);
    const seen = named.filter(
      ({ unit_id: unitId }) => unitIds === null || unitId === undefined || unitIds.includes(Number(unitId)),
    );
    const rows = unitIds === null ? seen : seen.map((row) => withoutOwn(table.name, row));
    if (rows.length > 0) files[`tables/${table.name}.json`] = asJson(rows);
  }
  return files;
}
