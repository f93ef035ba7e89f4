import type { CellKind, ReportId } from '@spora/contract/reports/tables';
import type { MessageKey } from '@spora/messages/keys';
import type { MemberCtx } from '../platform/ctx.ts';

/** What a report is asked for. */
export interface ReportAsked {
  /** Days of the account's zone, both included, at most twelve months apart (REP-002). */
  readonly from: string;
  readonly to: string;
  readonly groupBy: 'unit' | 'driver';
  /** Empty: all that the actor may see. */
  readonly imeis: readonly string[];
  readonly driverIds: readonly number[];
}

/** A text is written as it is; a key is translated for who reads. */
export type ReportText = string | { readonly key: MessageKey; readonly values?: Readonly<Record<string, string | number>> };

export interface ReportColumn {
  readonly id: string;
  readonly title: ReportText;
  readonly kind: CellKind;
}

/** In the units of its column's kind: text, metres, seconds, an ISO 8601 instant or day; null: not known, or not told. */
export type ReportCell = string | number | null | { readonly key: MessageKey };

/** A report as rows that are shown in no screen of their own but filed and sent: CSV, XLSX, PDF (REP-015). */
export interface ReportTable {
  readonly title: ReportText;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
  readonly totals: readonly ReportCell[] | null;
  /** Formulas, inputs and what is uncertain, printed beneath (REP-010). */
  readonly notes: readonly ReportText[];
  /** ISO 4217, of its money. */
  readonly currency: string;
}

/** What other features offer to a report. */
export interface ReportOthers {
  readonly tollsOf?: PrivateTolls | undefined;
}

/** A feature's report: what the actor may see of it and nothing else, in the account's zone (REP-018). Throws as its call does. */
export interface ReportFace {
  readonly id: ReportId;
  readonly table: (ctx: MemberCtx, asked: ReportAsked, others?: ReportOthers) => Promise<ReportTable>;
}

/**
 * What private trips paid in tolls, by `driver unit month` (`null` for no driver, `YYYY-MM`), in the account's currency: month sums, so
 * that nothing is told of a passage (TRIP-032). What is missing is 0. A feature that knows passages offers it (REP-010).
 */
export type PrivateTolls = (
  ctx: MemberCtx,
  asked: {
    readonly from: string;
    readonly to: string;
    readonly unitIds: readonly number[];
    readonly driverIds: readonly number[];
  },
) => Promise<ReadonlyMap<string, number>>;
