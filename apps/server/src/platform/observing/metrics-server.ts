import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sql, type Kysely } from 'kysely';
import type { Config } from '../configuration/config.ts';
import type { Db } from '../database/db.generated.ts';
import { metrics } from './metrics.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a caller may read the metrics: with the token, or from loopback where none is set. */
export function mayReadMetrics(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  remoteAddress: string | undefined,
  authorization: string | undefined,
): boolean {
  if (metricsToken === undefined)
    return remoteAddress === '::1' || (remoteAddress?.replace('::ffff:', '').startsWith('127.') ?? false);
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${metricsToken}`));
}

export interface MetricsServerOptions {
  readonly config: Pick<Config, 'metricsToken' | 'host'>;
  readonly port: number;
  readonly db: Kysely<Db>;
}

export interface MetricsServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Health, readiness and metrics of a process that runs no interface; the interface has its own. */
export async function startMetricsServer({ config, port, db }: MetricsServerOptions): Promise<MetricsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const text = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/healthz') return text(200, 'ok');
    if (request.url === '/readyz') return (await isReachable(db)) ? text(200, 'ready') : text(503, 'the database is away');
    if (request.url !== '/metrics') return text(404, 'not found');
    if (!mayReadMetrics(config, request.socket.remoteAddress, request.headers.authorization))
      return text(401, 'a token is needed');
    return text(200, await metrics.metrics(), metrics.contentType);
  };
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, config.host, done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const isReachable = (db: Kysely<Db>) =>
  sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
