import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';

export interface OpenedDatabase {
  readonly urls: { readonly owner: string | undefined; readonly api: string; readonly pipeline: string };
  /** Another living program of this folder started the embedded database; it is shared. */
  readonly isAttached: boolean;
  readonly close: () => Promise<void>;
}

/** The database that the configuration names: your own, or the embedded one, started if it does not run. */
export async function openConfiguredDatabase(config: Config): Promise<OpenedDatabase> {
  if (config.database.kind === 'own') return { urls: config.database.urls, isAttached: false, close: async () => {} };
  const { urls, isAttached, stop } = await startEmbeddedDatabase({ dataDir: config.dataDir });
  return { urls, isAttached, close: stop };
}

const addressFile = (config: Config) => join(config.dataDir, 'address');

/** Notes where the demo of this folder answers, for a second start in it. */
export function writeAddress(config: Config, address: string): void {
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(addressFile(config), address);
}

/** The address that the running demo of this folder noted. */
export function readAddress(config: Config): string | undefined {
  try {
    return readFileSync(addressFile(config), 'utf8');
  } catch {
    return undefined;
  }
}

/** Forgets it again. */
export const removeAddress = (config: Config): void => rmSync(addressFile(config), { force: true });

const IMPATIENCE_MS = 1_000;

export interface DrainOptions {
  readonly log: Logger;
  /** In order; what is in one group stops at the same time. */
  readonly groups: () => readonly (readonly (() => Promise<void>)[])[];
  /** Patience with all of it; then the process ends with a failure. */
  readonly patienceMs: number;
}

/**
 * Ends the process on SIGINT, SIGTERM, SIGHUP or a fault that nobody caught: each group in order, each member once. Another
 * signal, a second later or more, does not wait. Answers a function that ends it for another reason, with the exit code.
 */
export function drainOnSignals({ log, groups, patienceMs }: DrainOptions): (code: number) => Promise<never> {
  let endingSince: number | undefined;
  const end = async (code: number): Promise<never> => {
    endingSince ??= performance.now();
    setTimeout(() => {
      log.error('could not finish in time');
      process.exit(1);
    }, patienceMs).unref();
    let exitCode = code;
    for (const group of groups()) {
      for (const outcome of await Promise.allSettled(group.map((stop) => stop()))) {
        if (outcome.status === 'fulfilled') continue;
        exitCode = 1;
        log.error({ err: outcome.reason as unknown }, 'a part did not stop cleanly');
      }
    }
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (endingSince !== undefined) {
        // Terminal, npm and supervisors often send one wish several times.
        if (performance.now() - endingSince > IMPATIENCE_MS) process.exit(130);
        return;
      }
      log.info({ signal }, 'stopping');
      void end(0);
    });
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught');
    if (endingSince === undefined) void end(1);
  });
  return end;
}
