import type { ExportFormat, ExportQuery } from '@spora/contract/exports';
import type { TripType } from '@spora/contract/units';
import { en } from '@spora/messages/en';
import { createFormat } from '@spora/messages/format';
import { no } from '@spora/messages/no';
import { sv } from '@spora/messages/sv';
import { createTranslate, type Language, type Translate } from '@spora/messages/translate';
import { AppError } from '../../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../../platform/ctx.ts';
import { tripTypeName } from '../../../accounts/api.ts';
import { requireTripLog } from '../../../units/api.ts';
import { idsOf, toTrip, tripsByIds } from '../../read-model.ts';
import { findVisibleUnitIds } from '../../service.ts';
import * as readModel from '../read-model.ts';
import {
  type Column,
  columnsFor,
  count,
  type ExportRow,
  newTally,
  passengerSupplement,
  type Tally,
  type Words,
} from '../rules.ts';
import type { AttestedPeriod, ExportFacts } from '../statement/rules.ts';

const CATALOGUES = { en, sv, no };
/** Rows that are read in one transaction. */
const PAGE = 500;
/** Both are drawn whole before they leave: what a person still leafs through, and what memory bears. */
const MOST: Readonly<Record<ExportFormat, number>> = { csv: Infinity, json: Infinity, xlsx: 20_000, pdf: 5_000 };

/** A log on its way into a file. What is said of it as a whole is known when its pages have been read. */
export interface LogExport {
  readonly ctx: MemberCtx;
  readonly language: Language;
  readonly words: Words;
  readonly columns: readonly Column[];
  readonly facts: ExportFacts;
  /** How many trips it will hold. */
  readonly count: number;
  readonly tally: Tally;
  /** In the order asked for; a short transaction each. */
  readonly pages: () => AsyncGenerator<readonly ExportRow[]>;
  readonly periods: () => Promise<AttestedPeriod[]>;
}

/** `tx` is a transaction, `ctx` what the pages are read by after it has ended. */
export async function openLog(
  tx: MemberCtx,
  ctx: MemberCtx,
  query: ExportQuery,
  { format, hostname, language }: { format: ExportFormat; hostname: string; language: Language },
): Promise<LogExport> {
  const { actor, now } = tx;
  const unitIds = await findVisibleUnitIds(tx, query.imeis);
  await requireTripLog(tx, unitIds);
  const rows = await idsOf(tx, { ...query, unitIds }, query);
  if (rows.length > MOST[format]) throw new AppError('ExportTooLong', { status: 422, params: { count: MOST[format] } });
  const account = await readModel.accountFacts(tx);
  const stated = query.imeis.length > 0 ? unitIds : [...new Set(rows.map((row) => row.unit_id))];
  const units = await readModel.unitFacts(tx, stated, query);
  const tally = newTally();
  const t = createTranslate(language, CATALOGUES[language]);
  const format = createFormat(language, actor.timeZone);
  // One that begins after the period says nothing of it.
  const rates = (await readModel.passengerRates(tx)).filter(({ valid_from }) => valid_from <= query.to);
  const words: Words = {
    t,
    format: formats,
    typeName: (type) => tripTypeName(type, productNames(t), account.other_trip_type),
    supplementOf: (trip) => passengerSupplement(trip, format.day(trip.start.time), rates),
  };
  return {
    ctx,
    language,
    words,
    columns: columnsFor(account.country, rates.length > 0),
    count: rows.length,
    facts: {
      account: account.name,
      country: account.country,
      madeBy: account.full_name,
      madeAt: now(),
      timeZone: actor.timeZone,
      query,
      names: { units: units.map(({ name }) => name), ...(await readModel.filterNames(tx, query)) },
      units,
      unitCount: unitIds.length,
      verifyAddress: `${hostname}/verify`,
    },
    tally,
    pages: () =>
      pagesOf(
        ctx,
        rows.map(({ id }) => id),
        tally,
        words,
      ),
    periods: () => inTransaction(ctx, (short) => readModel.attestedPeriods(short, [...tally.attestationIds])),
  };
}

const productNames = (t: Translate): Record<TripType, string> => ({
  business: t('TripTypeBusiness'),
  private: t('TripTypePrivate'),
  other: t('TripTypeOther'),
});

async function* pagesOf(
  ctx: MemberCtx,
  ids: readonly number[],
  tally: Tally,
  { supplementOf }: Words,
): AsyncGenerator<readonly ExportRow[]> {
  for (let at = 0; at < ids.length; at += PAGE) {
    const wanted = ids.slice(at, at + PAGE);
    const found = await inTransaction(ctx, (short) => tripsByIds(short, wanted));
    const byId = new Map(found.map((row) => [row.id, row]));
    const page = wanted.flatMap((id): ExportRow[] => {
      const row = byId.get(id);
      return row ? [{ trip: toTrip(ctx.actor, row), attestationId: row.attestation_id }] : [];
    });
    for (const row of page) count(tally, row, ctx.actor.isAdmin, supplementOf(row.trip));
    yield page;
  }
}

/** All rows at once, for a file that is drawn whole. */
export async function allRows({ pages }: LogExport): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const page of pages()) rows.push(...page);
  return rows;
}
