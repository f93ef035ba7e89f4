import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Histogram } from 'prom-client';
import type { UploadRule } from '@spora/contract/endpoint';
import type { PathId } from '@spora/contract/paths';
import { API_BASE } from '@spora/contract/path';
import { PATHS } from '@spora/contract/paths';
import { AppError } from '../app-error.ts';
import type { MemberActor } from '../ctx.ts';
import { brokenAnswer, type Refusal, refusalOf } from './envelope.ts';
import { metrics } from '../observing/metrics.ts';
import type { AnswerPage } from './static.ts';
import { createMount, declaredKeysOf, type Mount, type MountDeps } from './mount.ts';
import { createRateLimiter, type Rate, rateKeyOf, RATES } from './rate.ts';
import { securityHeaders, setHeaders } from './security.ts';

/** No form of ours comes near it; a list of 500 trips is 10 kB. */
export const BODY_MAX_BYTES = 256 * 1024;

export interface HttpOptions {
  readonly trustProxy: boolean | string;
  /** The public address is https. */
  readonly isHttps: boolean;
  readonly mapOrigins: readonly string[];
  readonly rates: { readonly address: Rate; readonly member: Rate; readonly account: Rate; readonly token?: Rate };
  /** A request that has not arrived whole by then is answered 408 and closed. */
  readonly requestTimeoutMs: number;
}

export const HTTP_DEFAULTS: HttpOptions = {
  trustProxy: false,
  isHttps: false,
  mapOrigins: [],
  rates: RATES,
  requestTimeoutMs: 20_000,
};

const answered = new Histogram({
  name: 'spora_http_request_seconds',
  help: 'Time to answer a call of the interface',
  labelNames: ['endpoint', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export interface HttpApp {
  readonly app: FastifyInstance;
  readonly mount: Mount;
  readonly mounted: ReadonlySet<PathId>;
  /** Who answers addresses outside the interface that name no route. */
  readonly onMissing: (answer: AnswerPage) => void;
}

/**
 * The HTTP server with everything that belongs to no endpoint: headers, limits, errors, compression, request log. Endpoints
 * are mounted and pages registered by the role; call `app.listen` or `app.inject` afterwards.
 */
export async function createHttpApp(deps: Omit<MountDeps, 'limitMember'>, options: HttpOptions): Promise<HttpApp> {
  let answerPage: AnswerPage = () => null;
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Ours, never the caller's: it is in our log and in the answer.
    genReqId: newReference,
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: options.trustProxy === true ? isNearest : options.trustProxy,
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    http: {
      headersTimeout: Math.min(10_000, options.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs / 4),
      maxHeaderSize: 16 * 1024,
    },
    clientErrorHandler: answerParserError,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply, deps),
  }) as unknown as FastifyInstance;

  // Only JSON comes in; a form or plain text is another site's doing.
  app.removeContentTypeParser('text/plain');
  const headers = securityHeaders(options);
  const addresses = createRateLimiter(options.rates.address, () => performance.now());
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(reply, headers);
    void reply.header('x-request-id', request.id);
    if (isApi(request) && !addresses.take(rateKeyOf(request.ip))) throw new AppError('TooManyRequests');
  });
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, deps));
  app.setNotFoundHandler(
    (request, reply) => (isApi(request) ? null : answerPage(request, reply)) ?? answerMissing(request, reply),
  );
  await app.register(compress, {
    threshold: 1024,
    // What comes in compressed could be a thousand times its size.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes:
      /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|gpx\+xml|vnd\.google-earth\.kml\+xml|octet-stream)|image\/svg\+xml)/,
    // The default quality of 11 takes a second for a megabyte; 4 is near gzip's time and smaller.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });

  const members = createRateLimiter(options.rates.member, () => performance.now());
  const accounts = createRateLimiter(options.rates.account, () => performance.now());
  const tokenRate = options.rates.token ?? RATES.token;
  const tokens = createRateLimiter(tokenRate, () => performance.now());
  // A program in a hurry costs its maker's own pages nothing.
  const limitMember = ({ memberId, accountId, token }: MemberActor): void => {
    const isWithin = token ? tokens.take(String(token.id)) : members.take(String(memberId));
    if (!isWithin || !accounts.take(String(accountId))) throw new AppError('TooManyRequests');
  };
  // What a program may still do, as the IETF's draft "RateLimit header fields for HTTP" has it.
  const policy = `"token";q=${tokenRate.burst};w=${Math.ceil(tokenRate.burst / tokenRate.perSecond)}`;
  app.addHook('onSend', async (request, reply) => {
    if (request.actor?.kind !== 'member' || !request.actor.token) return;
    const { calls, fullInS } = tokens.left(String(request.actor.token.id));
    void reply.headers({ 'ratelimit-policy': policy, ratelimit: `"token";r=${calls};t=${fullInS}` });
  });
  const { mount, mounted } = createMount(app, { ...deps, limitMember });
  return { app, mount, mounted, onMissing: (answer) => void (answerPage = answer) };
}

/** ERR-044: what a person reads out to support, and the log has as `reqId`: no 0 and O, no 1 and I. */
const REFERENCE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newReference = (): string =>
  Array.from(randomBytes(8), (byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join('');

/** The proxy itself: what stands in its forwarded header before its own entry was written by the caller, who may write anything. */
const isNearest = (_address: string, hop: number): boolean => hop === 0;

const pathOfRequest = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';
const isApi = (request: FastifyRequest): boolean => {
  const path = pathOfRequest(request);
  return path === API_BASE || path.startsWith(`${API_BASE}/`);
};

/** One line a call, by the endpoint's name: an address with its query may name people and places. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const endpoint = request.routeOptions.config.endpoint;
  if (!endpoint) return;
  const seconds = reply.elapsedTime / 1000;
  answered.observe({ endpoint: endpoint.id, status: reply.statusCode }, seconds);
  const fields = { endpoint: endpoint.id, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  request.log.info(request.actor?.kind === 'member' ? { ...fields, account: request.actor.accountId } : fields, 'answered');
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { isStrict }: Pick<MountDeps, 'isStrict'>,
): FastifyReply {
  let refusal = refusalOf(error);
  if (!refusal) {
    if (hasLeft(error, request)) request.log.info(whoOf(request), 'the caller left before the answer');
    else request.log.error({ err: error }, 'a call failed');
    refusal = brokenAnswer;
  }
  const endpoint = request.routeOptions.config.endpoint;
  if (endpoint?.upload) refusal = refusalOfUpload(refusal, endpoint.upload);
  const undeclared = endpoint && refusal.keys.find((key) => !declaredKeysOf(endpoint).has(key));
  if (undeclared) {
    request.log.error(
      { endpoint: endpoint.id, key: undeclared },
      'an endpoint answered a key that its contract does not declare',
    );
    if (isStrict) refusal = brokenAnswer;
  }
  if (refusal.status === 403) request.log.warn({ ...whoOf(request), key: refusal.keys[0] }, 'a call was refused');
  return refuse(reply, refusal);
}

/** An answer that nobody waits for any more ends in an error of its own: a page that asks anew drops what it had asked. */
const hasLeft = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** By whom and for what, in numbers: who asks for what is not theirs is found by them. */
function whoOf({ actor, routeOptions }: FastifyRequest): Record<string, unknown> {
  const endpoint = routeOptions.config.endpoint?.id;
  if (actor?.kind !== 'member') return { endpoint, as: actor?.kind ?? 'stranger' };
  const { accountId: account, memberId: member, visit, token } = actor;
  return { endpoint, account, member, visit: visit?.id, apiToken: token?.id };
}

/** The parser knows bytes and types only; the endpoint knows what people call them. */
function refusalOfUpload(refusal: Refusal, { tooLarge, wrongType }: UploadRule): Refusal {
  if (refusal.keys[0] === 'BodyTooLarge') return refusalOf(new AppError(tooLarge, { status: 413 }))!;
  if (refusal.keys[0] === 'UnsupportedMediaType') return refusalOf(new AppError(wrongType, { status: 415 }))!;
  return refusal;
}

function refuse(reply: FastifyReply, { status, body, retryAfterS }: Refusal): FastifyReply {
  if (status === 429 || retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS ?? 10));
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
}

/** Under the API: an unknown path is 404, a known one with another method 405. Everything else is the web application's matter. */
function answerMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methodsOf(pathOfRequest(request).replace(/\/$/, ''));
  if (allowed.length === 0) return refuse(reply, refusalOf(new AppError('NotFound'))!);
  void reply.header('allow', allowed.join(', '));
  return refuse(reply, { ...refusalOf(new AppError('NotFound'))!, status: 405 });
}

const PATTERNS = Object.values(PATHS).map(([method, path]) => ({
  method,
  pattern: new RegExp(`^${API_BASE}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

const methodsOf = (path: string): string[] => [
  ...new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
];

/** What node's own parser refuses: no request exists yet, so the answer is written by hand. */
function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
  const body = JSON.stringify({ success: false, errors: 'InvalidInput' });
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
