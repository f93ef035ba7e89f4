import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { Db } from '../database/db.generated.ts';
import type { Ports } from '../ports.ts';
import type { Wake } from '../wake/wake.ts';

/** A way into the demo, told to callers on loopback only. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly note: string;
  /** Its own sign-in page, where it is not the customers'. */
  readonly at?: string;
}

/** What the program hands to each of its roles; all of it outlives them. */
export interface RoleDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly ports: Ports;
  /** As `spora_api`, under row-level security. */
  readonly api: Kysely<Db>;
  /** As `spora_pipeline`. */
  readonly pipeline: Kysely<Db>;
  /** The same connections, for COPY and for libraries that want a pool. */
  readonly pools: { readonly api: pg.Pool; readonly pipeline: pg.Pool };
  readonly wake: Wake;
  /** Empty outside the demo. */
  readonly demoSignIns: readonly DemoSignIn[];
  /** What the roles of this process listen on by now. */
  readonly listening?: () => readonly ListeningAddress[];
}

export interface ListeningAddress {
  /** `http`, or the name of a protocol. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** A started role. `stop` takes no new work, finishes what it has begun and then resolves. */
export interface RunningRole {
  readonly listening?: readonly ListeningAddress[];
  readonly stop: () => Promise<void>;
}

export type StartRole = (deps: RoleDeps) => Promise<RunningRole>;
