import type { ServerResponse } from 'node:http';
import type { WebhookEvent } from '@spora/contract/integrations/choices';
import type { TodayLine } from '@spora/contract/today/endpoints';
import type { TrackerMessage } from '@spora/protocols/protocol';
import type { Kysely, RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../platform/configuration/config.ts';
import type { AccountId, Ctx, MemberActor, MemberCtx } from '../platform/ctx.ts';
import type { Db } from '../platform/database/db.generated.ts';
import type { Announce, ByEvent, Listeners } from '../platform/events/events.ts';
import type { BrandOptions } from '../platform/http/brand-of-request.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { LiveState } from '../platform/live/hub.ts';
import type { OpenOptions } from '../platform/live/hub-server.ts';
import type { LinkTo } from '../platform/mail/links.ts';
import type { PublicPost } from '../platform/network/public-network.ts';
import type { Derived, Projection } from './engine/projections.ts';
import type { TrackerSession } from './log/tcp-session.ts';
import type { PersonalWords } from './personal-csv.ts';
import type { ReportFace, TollCosts, TripTolls } from './reports.ts';
import type { DemoSignIn } from '../platform/program/role.ts';

/** What the calls of features may need beside their context. */
export interface RouteDeps {
  readonly config: Config;
  readonly brands: BrandOptions;
  /** Empty outside the demo. */
  readonly demoSignIns: readonly DemoSignIn[];
  /** Where the demo shows the mail that it keeps; null elsewhere. */
  readonly mailboxUrl: string | null;
  /** Where trackers of a protocol report: the port may have given way to a free one. */
  readonly portOf: (protocol: string) => number;
  /** Addresses of pages, by the configuration alone. */
  readonly linkTo: LinkTo;
  /** A live stream of the actor's units. */
  readonly openStream: (actor: MemberActor, options: OpenOptions) => Promise<(response: ServerResponse) => void>;
  /** The faces of all features. */
  readonly features: readonly Feature[];
}

/** What jobs may need beside their context. */
export interface JobDeps {
  /** As `spora_api`: for a job that does what a member could. */
  readonly api: Kysely<Db>;
  readonly linkTo: LinkTo;
  /** Calls an address that a customer named. */
  readonly post: PublicPost;
  /** The faces of all features. */
  readonly features: readonly Feature[];
}

export interface Jobs {
  readonly handlers: (deps: JobDeps) => Promise<readonly JobHandler[]>;
  /** So many at once, apart from all others: what keeps these waiting keeps no other job from its turn. */
  readonly apart?: number;
}

/** Work that is done again and again, in each worker: at once while it answers that there was something to do. */
export interface Repeated {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (ctx: Ctx<{ readonly kind: 'system' }>) => Promise<boolean>;
}

/**
 * What webhooks can be told of, and what they are told when an event happens: rows of (account_id, unit_id, event_id, occurred_at,
 * data). `event_id` is the same however often it is told; `data` says nothing of private trips (a call as one ends says when somebody
 * came home, TRIP-032), and of others no places: who needs them asks with a token.
 */
export type Webhooks = { readonly [W in WebhookEvent]?: ByEvent<[now: Date], RawBuilder<unknown>> };

/** SEC-015: what a feature keeps of a person, beside the rows of tables that name them in a column, which are found by themselves. */
export interface PersonalData {
  /** `unitIds`: of these units only; null where the person asks. What a person reads is written with `words`. */
  readonly files?: (
    ctx: MemberCtx,
    memberId: number,
    unitIds: readonly number[] | null,
    words: PersonalWords,
  ) => Promise<PersonalFiles>;
  readonly tables?: Readonly<Record<string, PersonalTable>>;
}

export interface PersonalFiles {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Files that are too many for memory, each read in a transaction of its own when its turn comes; they are packed already. */
  readonly more?: (ctx: MemberCtx) => AsyncIterable<readonly [name: string, bytes: Uint8Array]>;
}

export interface PersonalTable {
  /** Told in `files`, or only with what belongs to somebody else taken out. */
  readonly isToldInFiles?: true;
  /** Which rows `x` are about a member, where no column of them says so. */
  readonly isAbout?: (memberId: number) => RawBuilder<unknown>;
  /** Columns that would tell when or where a private trip went, or what was written on it (TRIP-032): the driver's alone. */
  readonly driversOwn?: readonly string[];
  /** The column of the moment of a unit that a row is about: of one that is withheld there is no row for others (TRIP-032). */
  readonly momentColumn?: string;
}

/** ADM-011: what would be left behind by a member who is removed. */
export interface Dependents {
  readonly trips: number;
  readonly sessions: number;
  readonly locked_units: readonly string[];
  /** Those to come that they drive. */
  readonly bookings: number;
  /** Units of whose alarms they are told. */
  readonly alarm_units: number;
  /** Names of units whose new trips are theirs. */
  readonly driven_units: readonly string[];
}

export interface CourierDeps {
  readonly db: Kysely<Db>;
  readonly log: Logger;
  readonly now: () => Date;
  /** The connection of a tracker, if it has one here and now. */
  readonly findSession: (trackerId: number) => TrackerSession | undefined;
  readonly announce: Announce;
  readonly everyMs?: number;
}

/** Has something for trackers that are connected to this process, and hears what they say beside their positions. */
export interface Courier {
  /** A tracker said hello: it is handed what waits for it. */
  greeted(session: TrackerSession): void;
  /** A tracker's message, which may be the answer to a command. */
  answered(session: TrackerSession, message: TrackerMessage): void;
  stop(): Promise<void>;
}

/**
 * The face of a feature: all that the roles know of it. Every role loads every face, so what one role alone needs (calls, jobs) is
 * fetched when it is asked for.
 */
export interface Feature {
  /** Its folder. */
  readonly name: string;
  /** Binds its calls. */
  readonly routes?: (mount: Mount, deps: RouteDeps) => Promise<void>;
  /** What it computes from what units report; each may use the states of those before it in the list of features. */
  readonly projections?: readonly Projection[];
  /** What it makes of that and of what people say. */
  readonly derived?: readonly Derived[];
  readonly jobs?: Jobs;
  readonly repeated?: readonly Repeated[];
  /** What it does when something has happened. */
  readonly listeners?: Listeners;
  readonly webhooks?: Webhooks;
  readonly personalData?: PersonalData;
  readonly reports?: readonly ReportFace[];
  /** For the summary and the benefit value. One feature has it. */
  readonly tollCosts?: TollCosts;
  readonly tripTolls?: TripTolls;
  /** ADM-011: how many bookings go as these members lose these units, as far as the actor sees the units. */
  readonly bookingsLost?: (ctx: MemberCtx, losses: readonly { user_id: number; unit_id: number }[]) => Promise<number>;
  readonly dependents?: (db: Kysely<Db>, accountId: AccountId, memberId: number) => Promise<Partial<Dependents>>;
  /**
   * ADM-030: what of it waits for an administrator today, as far as the page behind the line would show it to them: the same rows by the
   * same rights. Without raw positions.
   */
  readonly today?: (ctx: MemberCtx) => Promise<readonly TodayLine[]>;
  readonly courier?: (deps: CourierDeps) => Courier;
  /** What open screens are told of units; the account is in force on `db`. One feature has it. */
  readonly live?: {
    readonly readLiveState: (db: Kysely<Db>, accountId: AccountId, unitIds: readonly number[], now: Date) => Promise<LiveState>;
    /** Units that moved or were heard of from then on. */
    readonly movedSince: (db: Kysely<Db>, accountId: AccountId, from: Date) => Promise<readonly number[]>;
  };
}
