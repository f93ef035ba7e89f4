import { PROTOCOLS } from '@spora/protocols/list';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '@spora/e2e/chromium';
import type { Db } from '@spora/server/platform/database/db.generated';
import { hashPassword } from '@spora/server/platform/secrets/password';
import { type Kysely, sql } from 'kysely';
import { ensureWebBuilt } from '../../../scripts/prepare.mjs';
import type { BenchDatabase } from './gateway-bench.ts';

const SERVER = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
/** What hangs fails; what waits for its turn on a busy machine does not. */
const START_LIMIT_MS = 180_000;
const PERSON = { email: 'bench@example.test', password: 'only-for-this-measurement' };

/** An account whose guide is closed, and its administrator, who can sign in. */
export async function makePerson(owner: Kysely<Db>): Promise<{ readonly accountId: number; readonly memberId: number }> {
  const { rows: accounts } = await sql<{
    id: number;
  }>`INSERT INTO account (name, guide) VALUES ('Bench', 'closed') RETURNING id`.execute(owner);
  const accountId = accounts[0]?.id ?? 0;
  const hash = await hashPassword(PERSON.password);
  const { rows: members } = await sql<{ id: number }>`
    INSERT INTO member (account_id, email, full_name, password_hash, is_admin)
    VALUES (${accountId}, ${PERSON.email}, 'Bench', ${hash}, true) RETURNING id`.execute(owner);
  return { accountId, memberId: members[0]?.id ?? 0 };
}

/** The browser of the journeys, as a person has it. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  return await chromium.launch({
    executablePath: found.path,
    args: [...CHROMIUM_FLAGS],
    env: { ...process.env, ...found.env },
  });
}

/** Signs that person in by the form; answers when it was sent (`performance.now()`). */
export async function signIn(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('input:not([type=password])').first().fill(PERSON.email);
  await page.locator('input[type=password]').fill(PERSON.password);
  const sent = performance.now();
  await page.keyboard.press('Enter');
  return sent;
}

/** The whole program on a database of a benchmark. */
export interface RunningProduct {
  readonly url: string;
  readonly trackerPort: number;
  readonly stop: () => Promise<void>;
}

/** Starts it offline, on ports of its own, with the pages as their sources are now; throws with what it said if it does not start. */
export async function startProduct({ engine, dataDir }: BenchDatabase): Promise<RunningProduct> {
  ensureWebBuilt(process.execPath);
  const { owner, api, pipeline } = engine.urls;
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'program'),
      DATABASE_URL: owner,
      DATABASE_API_URL: api,
      DATABASE_PIPELINE_URL: pipeline,
      MAIL_MODE: 'none',
      HOST: '127.0.0.1',
      PORT: '0',
      ...Object.fromEntries(PROTOCOLS.map(({ port }) => [port.setting, '0'])),
      MAP_MODE: 'embedded',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!/Phones[^\n]*port \d+/.test(output)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the product did not start:\n${output.slice(-2_000)}`);
    }
    await sleep(100);
  }
  const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  return { url: find(/answers at (\S+)/), trackerPort: Number(find(/Trackers[^\n]*port (\d+)/)), stop };
}
