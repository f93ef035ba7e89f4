import { dayIn } from '@spora/calendar/zones';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '@spora/messages/languages';
import { sql } from 'kysely';
import type { Feature, PersonalData, PersonalFiles } from '../../../core/face.ts';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx, seesAs } from '../../../platform/ctx.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { personalJson as asJson, type PersonalWords, personalWords } from '../../../core/personal-csv.ts';
import { personalTable } from '../../../core/personal-table.ts';
import { audit } from '../../../core/people/audit.ts';
import { otherTypeName } from '../../../core/people/other-trip-type.ts';
import { isWithheldAt } from '../../../core/fleet/private-use.ts';
import { visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { requireMayExport } from './policy.ts';
import { readmeOf } from './readme-rules.ts';
import * as readModel from './read-model.ts';
import { numbersIn, withNames, withoutOwn, withoutSecrets } from './rules.ts';

/**
 * SEC-015: all that is stored of a member, as a ZIP file: who they are, the trips they drove with their routes, and the rows of every
 * table that names them, with a text that explains each file. An administrator gets it too, but not where private trips went. Throws UserNotFound.
 */
export async function exportPerson(
  ctx: MemberCtx,
  memberId: number,
  features: readonly Pick<Feature, 'personalData'>[],
  { language }: Pick<RequestFacts, 'language'>,
): Promise<FileAnswer> {
  requireMayExport(ctx.actor, memberId);
  const parts = features.flatMap(({ personalData }) => personalData ?? []);
  const told = await inTransaction(ctx, (tx) => gathered(tx, memberId, parts, language));
  const day = dayIn(ctx.now(), ctx.actor.timeZone);
  return { body: zipped(ctx, told), type: 'application/zip', name: `personal-data-${day}.zip` };
}

async function gathered(
  ctx: MemberCtx,
  memberId: number,
  parts: readonly PersonalData[],
  language: Language,
): Promise<PersonalFiles[]> {
  const { db, actor, now } = ctx;
  const person = await readModel.personOf(db, actor.accountId, memberId);
  if (!person) throw new AppError('UserNotFound', { status: 404 });
  const isOneself = memberId === seesAs(actor);
  // LOCK-005: a lock binds the administrator here as everywhere.
  const unitIds = isOneself ? null : await visibleUnitIds(ctx);
  const told: PersonalFiles[] = [{ files: { 'person.json': asJson({ ...person, exported_at: now().toISOString() }) } }];
  const words = personalWords(language, actor.timeZone, await otherTypeName(ctx));
  for (const { files } of parts) if (files) told.push(await files(ctx, memberId, unitIds, words));
  told.push({ files: await tableFiles(ctx, memberId, { unitIds, parts, words }) });
  await audit(ctx, 'data-exported', person.full_name);
  const names = told.flatMap(({ files }) => Object.keys(files));
  const readme = readmeOf(
    { memberId, fullName: person.full_name, on: dayIn(now(), actor.timeZone), isForOther: !isOneself, names },
    language,
  );
  return [{ files: { [readme.name]: strToU8(readme.text) } }, ...told];
}

/** Piece by piece: seven years of receipts are more than memory should hold. Pictures are not made smaller a second time. */
async function* zipped(ctx: MemberCtx, told: readonly PersonalFiles[]): AsyncGenerator<Uint8Array> {
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
  for (const { files } of told) for (const [name, bytes] of Object.entries(files)) yield* add(new ZipDeflate(name), bytes);
  for (const { more } of told) if (more) for await (const [name, bytes] of more(ctx)) yield* add(new ZipPassThrough(name), bytes);
  zip.end();
  yield* ready;
}

type UnitIds = readonly number[] | null;

/** What happened at a moment that is withheld is not in the file of somebody else: that it is there would tell of it. */
const toldMoments = (actor: MemberCtx['actor'], column: string) =>
  sql`NOT ${isWithheldAt(actor, sql.ref('x.unit_id'), sql.ref(`x.${column}`))}`;

async function tableFiles(
  { db, actor }: MemberCtx,
  memberId: number,
  {
    unitIds,
    parts,
    words,
  }: { readonly unitIds: UnitIds; readonly parts: readonly PersonalData[]; readonly words: PersonalWords },
): Promise<Record<string, Uint8Array>> {
  const known = new Map(parts.flatMap(({ tables = {} }) => Object.entries(tables)));
  const toldInFiles = [...known].filter(([, { isToldInFiles }]) => isToldInFiles).map(([name]) => name);
  const told: { readonly table: readModel.NamingTable; readonly rows: Record<string, unknown>[] }[] = [];
  for (const table of await readModel.personalTables(db, toldInFiles)) {
    const { isAbout, driversOwn = [], momentColumn } = known.get(table.name) ?? {};
    const isTold = momentColumn === undefined || unitIds === null ? undefined : toldMoments(actor, momentColumn);
    const named = (await readModel.rowsNaming(db, actor.accountId, table, memberId, { isAbout, isTold })).map(withoutSecrets);
    const seen = named.filter(
      ({ unit_id: unitId }) => unitIds === null || unitId === undefined || unitIds.includes(Number(unitId)),
    );
    const rows = unitIds === null ? seen : seen.map((row) => withoutOwn(row, driversOwn));
    if (rows.length > 0) told.push({ table, rows });
  }
  // Only of what stands in a row that is told.
  const numbers = told.map(({ table, rows }) => numbersIn(rows, table.columns));
  const names = await readModel.namesOf(db, actor.accountId, {
    unitIds: numbers.flatMap((each) => each.unitIds),
    memberIds: numbers.flatMap((each) => each.memberIds),
  });
  return Object.fromEntries(
    told.flatMap(({ table, rows }): [string, Uint8Array][] => {
      const named = rows.map((row) => withNames(row, table.columns, names));
      return [
        [`tables/${table.name}.csv`, personalTable(named, words)],
        [`tables/${table.name}.json`, asJson(named)],
      ];
    }),
  );
}
