import type { ListedPassages } from '@spora/contract/reports/filter';
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
  /** Of units, by name; empty: all. */
  readonly departments: readonly string[];
  /** In what order a file has its rows, as `inReportOrder` reads it; left out: the report's own. */
  readonly sort?: string | undefined;
  /** Which rows a file has, of a report whose page can list fewer; left out: as the page begins. */
  readonly show?: ListedPassages | undefined;
}

/** What a report was narrowed to, by name; empty: not by that. */
export interface ReportNarrowed {
  readonly units: readonly string[];
  readonly drivers: readonly string[];
  readonly departments: readonly string[];
}

/** A text is written as it is; a key is translated for who reads. */
export type ReportText =
  string | { readonly key: MessageKey; readonly values?: Readonly<Record<string, string | number | Distance | Month>> };

/** A distance within a text, written as the reader's language writes it. */
export interface Distance {
  readonly metres: number;
}

/** A month within a text, as the reader's language calls it. */
export interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
}

export interface ReportColumn {
  readonly id: string;
  readonly title: ReportText;
  readonly kind: CellKind;
}

/** In the units of its column's kind: text, metres, seconds, an ISO 8601 instant or day; several texts in one; null: not known, or not told. */
export type ReportCell = string | number | null | Exclude<ReportText, string> | readonly ReportText[];

/** A report as rows that are shown in no screen of their own but filed and sent: CSV, XLSX, PDF (REP-015). */
export interface ReportTable {
  readonly title: ReportText;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
  /** What parts of the rows came to, as those of a month: rows of their own before the sum of all. */
  readonly sums?: readonly (readonly ReportCell[])[];
  readonly totals: readonly ReportCell[] | null;
  /** Formulas, inputs and what is uncertain, printed beneath (REP-010). */
  readonly notes: readonly ReportText[];
  /** ISO 4217, of its money; null where it has none, or several that its columns name. */
  readonly currency: string | null;
}

/** What other features offer to a report. */
export interface ReportOthers {
  readonly tollsOf?: TollCosts | undefined;
  readonly tripTolls?: TripTolls | undefined;
}

/** A feature's report: what the actor may see of it and nothing else, in the account's zone (REP-018). Throws as its call does. */
export interface ReportFace {
  readonly id: ReportId;
  /** DEC-48: it has totals only, which a lock leaves administrators, so it tells of units that are locked from them too. */
  readonly tellsLocked?: true;
  readonly table: (ctx: MemberCtx, asked: ReportAsked, others?: ReportOthers) => Promise<ReportTable>;
}

/** What tolls cost of one unit, driver, month and type of trip. */
export interface TollCost {
  readonly unitId: number;
  readonly driverId: number | null;
  /** `YYYY-MM` in the account's zone. */
  readonly month: string;
  /** Null: between two trips. */
  readonly type: 'business' | 'private' | 'other' | null;
  /** ISO 4217; several currencies are never added up. */
  readonly currency: string;
  /** In hundredths. */
  readonly amount: number;
}

/**
 * What tolls cost in a period (REP-009, REP-010); null where none of the units is asked for its tolls. Passages without a tariff are in
 * no sum, and others' private trips in those of whole months that are over alone (TRIP-032). Who may see the units is the reader's to judge.
 */
export type TollCosts = (
  ctx: MemberCtx,
  asked: {
    /** Days of the account's zone, both included. */
    readonly from: string;
    readonly to: string;
    readonly unitIds: readonly number[];
    /** Empty: whoever drove. */
    readonly driverIds: readonly number[];
  },
) => Promise<readonly TollCost[] | null>;

/** A trip of the log; `day` is the one on which it started, in the account's zone. */
export interface TolledTrip {
  readonly id: number;
  readonly unitId: number;
  readonly day: string;
}

/** What single trips cost in tolls, for the log's files (TRIP-019). One feature offers it. */
export interface TripTolls {
  /** Whether any of the units has its tolls found. */
  readonly areFound: (ctx: MemberCtx, unitIds: readonly number[]) => Promise<boolean>;
  /** By trip, in whole units, one for each currency; a trip that cost nothing is left out. */
  readonly of: (
    ctx: MemberCtx,
    trips: readonly TolledTrip[],
  ) => Promise<ReadonlyMap<number, readonly { readonly currency: string; readonly amount: number }[]>>;
}
