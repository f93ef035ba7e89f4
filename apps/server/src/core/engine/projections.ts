import type { NamedValues } from '@spora/protocols/avl/named-values';
import type { RecordColumns } from '@spora/telemetry/columns';
import type { Kysely } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { DomainEvent } from '../../platform/events/events.ts';
import type { Announcement } from '../../platform/live/hub.ts';
import type { Span } from '../log/spans.ts';

/** A unit, with the account that every row of it carries. */
export interface UnitKey {
  readonly unitId: number;
  readonly accountId: AccountId;
}

/** A unit of which something is to be written. */
export interface BatchUnit extends UnitKey {
  /** When a tracker of the unit was last heard of; null: never. */
  readonly contact: Date | null;
}

/** What a unit reported at one instant: records of the same time are one. */
export interface NamedRecord {
  readonly timeMs: number;
  readonly columns: RecordColumns;
  /** The record of that time with the best position. */
  readonly row: number;
  readonly values: NamedValues;
}

/**
 * Why a projection is asked to write. `new`: the log went on, and the unit's newest state with it. `late`: records came to light that
 * belong before. `rebuild`: the history was computed again. `clock`: nothing came, and the time alone tells something.
 */
export type Cause = 'new' | 'late' | 'rebuild' | 'clock';

/** What a projection made of a stretch of one unit's history. */
export interface Run<S, E, I, U> {
  readonly unit: BatchUnit;
  readonly cause: Cause;
  /** The state after it. */
  readonly state: S;
  /** The states of the projections that it uses, after it. */
  readonly used: U;
  readonly input: I | undefined;
  readonly effects: readonly E[];
  /** Of `late` and `rebuild` only. */
  readonly again: RunAgain<S> | null;
}

/** A stretch of history that was computed again: what stands in it gives way, but for what rests on records that are gone. */
export interface RunAgain<S> {
  /** The records that were read, by their time. */
  readonly span: Span;
  /** The state that it began from. */
  readonly from: S;
  /** Whether it ended where it met the states of before: what comes after stands as it is. */
  readonly meetsBefore: boolean;
  /** Of the times that the projection's rows rest on (`restsOn`), those whose records the log no longer holds. */
  readonly gone: ReadonlySet<number>;
}

/** That rows of a topic are different within a span of a unit's time, both ends counted. */
export interface Change {
  readonly topic: string;
  readonly unit: UnitKey;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What follows from what a projection wrote. */
export interface Written {
  readonly changes?: readonly Change[];
  /** Never told of a rebuild. */
  readonly events?: readonly DomainEvent[];
  /** What open screens are told; never of a rebuild. */
  readonly live?: readonly Announcement[];
}

/** Which units are asked for, a few at a time by id. */
export interface UnitChoice {
  readonly only?: readonly number[] | undefined;
  readonly after: number;
  readonly limit: number;
}

/**
 * A thing that is computed from what units report (architecture, section 2). The engine hands each record to all projections in their
 * order, keeps their states, handles what comes late, and lets them write whole tables in one transaction. S: the state, plain data of
 * bounded size that JSON can hold; E: what a record makes known; I: what else it is computed by, dated, so that a rebuild equals living
 * through it; U: the states of projections before it, by their names.
 */
export interface Projection<S = unknown, E = unknown, I = unknown, U = Readonly<Record<string, unknown>>> {
  readonly name: string;
  /** Raised when stored states can no longer be gone on from: they begin anew, and the unit is computed again. */
  readonly version: number;
  /** The tables that hold what it makes, by `unit_id`: what proves a projection compares their rows. */
  readonly tables: readonly string[];
  /** Projections that stand before it in the list. */
  readonly uses: readonly string[];
  initial(): S;
  /** A copy that `advance` may change without changing the original. */
  copy(state: S): S;
  /** A smaller form to be stored, and the state from it; a state is stored with each record. */
  readonly stored?: { pack(state: S): unknown; unpack(stored: unknown): S };
  /** Its settings by unit; or the name of a projection that it uses, whose settings it goes by. */
  readonly inputs?: string | ((db: Kysely<Db>, unitIds: readonly number[]) => Promise<ReadonlyMap<number, I>>);
  /**
   * Takes the state, in place, over a record newer than it. No clock, no input or output. Answers true where nothing is under way that
   * began before: a good place to take up the history from again.
   */
  advance(state: S, record: NamedRecord, input: I | undefined, used: U, emit: (effect: E) => void): boolean;
  /** Times of records that rows of the unit rest on, from a state on. */
  restsOn?(db: Kysely<Db>, unitId: number, from: S): Promise<readonly number[]>;
  /** What the clock alone can tell. */
  readonly clock?: {
    /** Units of which nothing was heard for a while and that may have something to tell. */
    due?(db: Kysely<Db>, now: Date, choice: UnitChoice): Promise<readonly UnitKey[]>;
    tell(state: S, input: I | undefined, used: U, nowMs: number): readonly E[];
  };
  /** Writes what the runs made: all of them in few statements. Of one unit what was computed again stands before what is new. */
  write(db: Kysely<Db>, runs: readonly Run<S, E, I, U>[], now: Date): Promise<Written>;
}

/** A thing that is made of rows and of what people said, not of records; what people do calls it too. */
export interface Derived {
  readonly name: string;
  /** The changes that it follows. */
  readonly topics: readonly string[];
  follow(db: Kysely<Db>, changes: readonly Change[], now: Date): Promise<void>;
}
