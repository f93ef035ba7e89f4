import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import type { PersonalFiles } from '../../core/face.ts';
import { type PersonalCell, personalCsv, personalJson, type PersonalWords } from '../../core/personal-csv.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { receiptsOf, rowsOfMember, toRefuelling } from './api.ts';
import { endingOf } from '../../platform/pictures/kind.ts';

type Told = Omit<Refuelling, 'can'> & { readonly unit: string };

/** What people read of a filling, in the order of the log's own files. */
const COLUMNS: readonly {
  readonly head: (words: PersonalWords) => string;
  readonly cellOf: (row: Told, words: PersonalWords) => PersonalCell;
}[] = [
  // By it the picture of its receipt is called.
  { head: ({ own }) => own('PersonalColumn-entry'), cellOf: ({ id }) => String(id) },
  // Of a masked entry only the day is told, and its time is midnight.
  { head: ({ t }) => t('ExportRefuelling-time'), cellOf: ({ at, is_masked }) => ({ at, as: is_masked ? 'day' : 'minute' }) },
  { head: ({ t }) => t('ExportRefuelling-unit'), cellOf: ({ unit }) => unit },
  { head: ({ t }) => t('ExportRefuelling-fuel_type'), cellOf: ({ fuel_type }, { t }) => t(`Fuel-${fuel_type}`) },
  { head: ({ t }) => t('ExportRefuelling-amount'), cellOf: ({ amount }) => ({ number: amount, decimals: 2 }) },
  { head: ({ t }) => t('ExportRefuelling-measure'), cellOf: ({ fuel_type }) => (fuel_type === 'electric' ? 'kWh' : 'l') },
  { head: ({ t }) => t('ExportRefuelling-price'), cellOf: ({ price }) => ({ number: price, decimals: 2 }) },
  { head: ({ t }) => t('ExportRefuelling-currency'), cellOf: ({ currency }) => currency },
  { head: ({ t }) => t('ExportRefuelling-odometer'), cellOf: ({ odometer_km }) => ({ number: odometer_km, decimals: 1 }) },
  { head: ({ t }) => t('ExportRefuelling-station'), cellOf: ({ station }) => station },
  { head: ({ t }) => t('ExportRefuelling-note'), cellOf: ({ note }) => note },
];

/** SEC-015, TRIP-035, TRIP-032: what the member filled and charged, as far as whoever asks may see it, with the receipts. */
export async function refuellingFiles(
  ctx: MemberCtx,
  memberId: number,
  unitIds: readonly number[] | null,
  words: PersonalWords,
): Promise<PersonalFiles> {
  const rows = await rowsOfMember(ctx, memberId, unitIds);
  if (rows.length === 0) return { files: {} };
  const told = rows.map((row) => {
    const { can: _can, ...entry } = toRefuelling(ctx.actor, row, false);
    return { ...entry, unit: row.unit_name };
  });
  const receiptIds = told.filter(({ has_receipt }) => has_receipt).map(({ id }) => id);
  return {
    files: {
      'refuelling.csv': personalCsv(
        COLUMNS.map(({ head }) => head(words)),
        told.map((row) => COLUMNS.map(({ cellOf }) => cellOf(row, words))),
        words,
      ),
      'refuelling.json': personalJson(told),
    },
    more: (later) => receiptFiles(later, receiptIds),
  };
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
