import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '@spora/contract/endpoint';
import { RECEIVER_PAGE } from '@spora/contract/alarms/receiver-link';
import { API_BASE } from '@spora/contract/path';
import { PATHS } from '@spora/contract/paths';
import type { Db } from '../database/db.generated.ts';
import { mayReadMetrics } from '../observing/metrics-server.ts';
import { metrics } from '../observing/metrics.ts';
import { assertMigrated } from '../database/migrate.ts';
import { DOCS_SCRIPT, DOCS_STYLE } from './openapi-page-files.ts';
import { docsPage } from './openapi-page.ts';
import { openApiOf } from './openapi.ts';
import { isLoopback } from './request-facts.ts';

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 2_000;
const ONE_CLICK_PATH = API_BASE + PATHS['alarms.stop-by-mail-program'][1].replace('{token}', ':token');

export interface PagesOptions {
  readonly endpoints: readonly Endpoint[];
  readonly metricsToken: string | undefined;
  /** As `spora_api`: what the interface needs to answer. */
  readonly db: Kysely<Db>;
  /** As `spora_pipeline`, which may read which migrations have run. */
  readonly pipeline: Kysely<Db>;
}

/** Health, readiness, metrics and the description of the interface: what belongs to no endpoint and needs no session. */
export function registerPages(app: FastifyInstance, { endpoints, metricsToken, db, pipeline }: PagesOptions): void {
  app.get('/healthz', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('ok'),
  );

  let isMigrated = false;
  app.get('/readyz', async (request, reply) => {
    void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    try {
      await within(READY_WITHIN_MS, async () => {
        await sql`SELECT 1`.execute(db);
        if (!isMigrated) await assertMigrated(pipeline);
        isMigrated = true;
      });
      return await reply.send('ready');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send('not ready');
    }
  });

  // RFC 8058: a mail program that knows no one-click opens the address as a page. Nothing is changed by that: there one is asked.
  app.get<{ Params: { token: string } }>(ONE_CLICK_PATH, (request, reply) => {
    const [, query] = request.url.split('?');
    const page = query === undefined ? RECEIVER_PAGE : `${RECEIVER_PAGE}?${query}`;
    return reply.header('cache-control', 'no-store').redirect(`${page}#${encodeURIComponent(request.params.token)}`, 303);
  });

  app.get('/metrics', async (request, reply) => {
    const mayRead =
      metricsToken === undefined
        ? isLoopback(request)
        : mayReadMetrics({ metricsToken }, undefined, request.headers.authorization);
    void reply.header('cache-control', 'no-store');
    if (!mayRead) return reply.code(401).type('text/plain; charset=utf-8').send('a token is needed');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });

  // Made when somebody asks: it takes longer than all of the start besides.
  let document: ReturnType<typeof openApiOf> | undefined;
  let page: string | undefined;
  const described = () => (document ??= openApiOf(endpoints));
  app.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(described()));
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send((page ??= docsPage(described()))),
  );
  let font: Promise<Buffer> | undefined;
  app.get('/docs/geist.woff2', async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=604800')
      .send(await (font ??= readFile(require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')))),
  );
  app.get('/docs.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(DOCS_STYLE),
  );
  app.get('/docs.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(DOCS_SCRIPT),
  );
}

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
