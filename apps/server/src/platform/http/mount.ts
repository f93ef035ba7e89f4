import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Access, Endpoint, HandlerData, HandlerInput, UploadRule } from '@spora/contract/endpoint';
import { API_BASE, effectOf, takesKey } from '@spora/contract/path';
import { PATHS, type PathId } from '@spora/contract/paths';
import { VISIT_PAGE_HEADER, VISIT_PAGES } from '@spora/contract/support/values';
import type { MessageKey } from '@spora/messages/keys';
import { AppError } from '../app-error.ts';
import {
  type Actor,
  type MemberActor,
  type MemberCtx,
  type PendingCtx,
  type PendingSupportCtx,
  putInForce,
  type StrangerCtx,
  type SupportCtx,
} from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { idempotencyKeyOf, once } from './idempotency.ts';
import { readInput } from './input.ts';
import { stripperOf } from './output.ts';
import type { Ports } from '../ports.ts';
import { factsOf, type RequestFacts } from './request-facts.ts';
import { createRateLimiter, type Rate, rateKeyOf } from './rate.ts';
import {
  bearerHash,
  memberOfSession,
  noteView,
  pendingOfSession,
  pendingSupportOfSession,
  supportOfSession,
} from './session-gate.ts';
import { apiTokenHash, memberOfToken, noteUse, tokenAccessOf, type TokenActor } from './token-gate.ts';

type CtxOf<E extends Endpoint> = E['access'] extends 'public'
  ? StrangerCtx
  : E['access'] extends 'pending'
    ? PendingCtx
    : E['access'] extends 'support'
      ? SupportCtx
      : E['access'] extends 'support-pending'
        ? PendingSupportCtx
        : MemberCtx;

/** A download. A body that is produced piece by piece runs after the request's transaction has ended: it must not use `ctx.db`. */
export interface FileAnswer {
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** With its charset. */
  readonly type: string;
  readonly name: string;
  /** Never changes: the caller's own browser may keep it that long. */
  readonly keptS?: number;
}

/** Takes the response over for as long as the stream lives. */
export type StreamAnswer = (response: ServerResponse) => void;

/** What a handler returns, by the endpoint's kind; a `packed` endpoint may answer bytes when `facts.wantsPacked`. */
export type AnswerOf<E extends Endpoint> = E['kind'] extends 'file'
  ? FileAnswer
  : E['kind'] extends 'stream'
    ? StreamAnswer
    : E['kind'] extends 'packed'
      ? HandlerData<E> | Uint8Array
      : HandlerData<E>;

export type Handler<E extends Endpoint> = (
  ctx: CtxOf<E>,
  input: HandlerInput<E>,
  facts: RequestFacts,
) => Promise<AnswerOf<E>> | AnswerOf<E>;

export interface MountOptions {
  /**
   * A call runs in one transaction, read-only when its path reads. `none`: `ctx.db` is the bare pool, which sees no tenant's
   * rows, for work that waits for the outside world or must be kept although the call is refused. There
   * `inTransaction(ctx, ...)` puts the account in force.
   */
  readonly transaction?: 'none';
  /** A rate of this endpoint alone, per address, for calls that somebody could try in bulk (SEC-007). */
  readonly rate?: Rate;
  /** For a body that holds a file as text, in place of the bound of all. Who may not call is turned away before it is read. */
  readonly bodyMaxBytes?: number;
}

/** Binds one endpoint of the contract to its use case. */
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: MountOptions) => void;

export interface MountDeps {
  readonly db: Kysely<Db>;
  readonly ports: Ports;
  readonly log: Logger;
  readonly now: () => Date;
  /** In tests and development answers are validated and an undeclared key is a failure; in production it is logged. */
  readonly isStrict: boolean;
  /** Throws TooManyRequests when the member or the account calls too often. */
  readonly limitMember: (actor: MemberActor) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    tokenHash: Buffer | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

const GATED: readonly Access[] = ['pending', 'user', 'admin', 'support-pending', 'support', 'token'];

/**
 * The mount of this server. Checks in this order: session, right, rate, input; then runs the handler in its transaction and
 * strips what the contract does not declare. `mounted` names what has been mounted, for the test that holds it against the registry.
 */
export function createMount(app: FastifyInstance, deps: MountDeps): { mount: Mount; mounted: ReadonlySet<PathId> } {
  const mounted = new Set<PathId>();
  app.decorateRequest('actor');
  app.decorateRequest('tokenHash', null);

  const mount: Mount = (endpoint, handler, options = {}) => {
    if (mounted.has(endpoint.id)) throw new Error(`${endpoint.id} is mounted twice`);
    if (endpoint.access !== 'public' && !GATED.includes(endpoint.access))
      throw new Error(`${endpoint.id}: there is no gate for access "${endpoint.access}" yet`);
    mounted.add(endpoint.id);
    const [method, path] = PATHS[endpoint.id];
    const run = runnerOf(endpoint, handler, options, deps);
    const send = senderOf(endpoint, deps);
    const callers = options.rate && createRateLimiter(options.rate, () => performance.now());
    const route: RouteOptions = {
      method,
      url: API_BASE + path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      config: { endpoint },
      // Before the body is read: a stranger's body is never buffered or parsed.
      onRequest: async (request) => {
        if (callers && !callers.take(rateKeyOf(request.ip))) throw new AppError('TooManyRequests');
        await admit(endpoint, request, deps);
      },
      handler: async (request, reply) => send(reply, await run(request)),
    };
    if (endpoint.upload) routeOfUpload(app, route, endpoint.upload);
    else app.route(options.bodyMaxBytes === undefined ? route : { ...route, bodyLimit: options.bodyMaxBytes });
  };
  return { mount, mounted };
}

/** A room of its own, so that no other endpoint takes files; the limit holds before and while the body is read. */
function routeOfUpload(app: FastifyInstance, route: RouteOptions, { types, maxBytes }: UploadRule): void {
  void app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
    room.route({ ...route, bodyLimit: maxBytes });
  });
}

async function admit(endpoint: Endpoint, request: FastifyRequest, deps: MountDeps): Promise<void> {
  request.actor = { kind: 'stranger' };
  if (endpoint.access === 'public') return;
  const tokenHash = bearerHash(request.headers.authorization);
  if (endpoint.access === 'pending') return admitPending(tokenHash, request, deps);
  if (endpoint.access === 'support' || endpoint.access === 'support-pending')
    return admitSupport(endpoint.access, tokenHash, request, deps);
  const apiToken = apiTokenHash(request.headers.authorization);
  if (apiToken || endpoint.access === 'token') return admitToken(endpoint, apiToken, request, deps);
  const actor = tokenHash && (await memberOfSession(deps.db, tokenHash, deps.now()));
  if (!actor) throw new AppError('Unauthenticated');
  request.actor = actor;
  request.tokenHash = tokenHash;
  if (actor.lacksFactor && endpoint.withoutFactor !== 'open') throw new AppError('SecondFactorRequired', { status: 403 });
  if (endpoint.access === 'admin' && !actor.isAdmin) throw new AppError('Forbidden');
  deps.limitMember(actor);
  if (actor.visit) await admitVisitor(endpoint, actor.visit, request, deps);
}

/** ADM-019: a program in the name of the administrator who made its token; each call is in the program's log, without the token. */
async function admitToken(endpoint: Endpoint, tokenHash: Buffer | null, request: FastifyRequest, deps: MountDeps): Promise<void> {
  const actor = tokenHash && (await memberOfToken(deps.db, tokenHash, deps.now()));
  if (!actor) throw new AppError('Unauthenticated');
  request.actor = actor;
  deps.limitMember(actor);
  request.log.info({ account: actor.accountId, apiToken: actor.token.id, endpoint: endpoint.id }, 'an API token was used');
  const needed = tokenAccessOf(endpoint);
  if (needed === 'shut') throw new AppError('TokenNotHere', { status: 403 });
  if (needed === 'write' && actor.token.rights !== 'write') throw new AppError('TokenOnlyReads', { status: 403 });
}

/** Support staff have sessions of their own kind: a member's opens nothing of theirs, nor theirs anything of a member's. */
async function admitSupport(
  access: 'support' | 'support-pending',
  tokenHash: Buffer | null,
  request: FastifyRequest,
  deps: MountDeps,
): Promise<void> {
  const find = access === 'support' ? supportOfSession : pendingSupportOfSession;
  const actor = tokenHash && (await find(deps.db, tokenHash, deps.now()));
  if (!actor) throw new AppError('Unauthenticated');
  request.actor = actor;
  request.tokenHash = tokenHash;
}

/** What support staff may call in a customer's account: reads, but no downloads (DEC-77), and acts of their own. */
const isOpenToVisitors = ({ id, kind, visit }: Endpoint): boolean =>
  visit === 'open' || (effectOf(PATHS[id]) === 'reads' && kind !== 'file' && visit !== 'shut');

async function admitVisitor(
  endpoint: Endpoint,
  { id }: NonNullable<MemberActor['visit']>,
  request: FastifyRequest,
  deps: MountDeps,
): Promise<void> {
  if (!isOpenToVisitors(endpoint)) throw new AppError('SupportOnlyLooks', { status: 403 });
  const [area = ''] = endpoint.id.split('.');
  if (area === 'auth') return;
  const named = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
  const imei = [named['imei'], named['imeis']].find((value) => typeof value === 'string' && /^\d{15}$/.test(value));
  // ROLE-011: what a page loads is told as that of the page, by what it says itself; what it shows stands beside it whatever that is.
  const said = request.headers[VISIT_PAGE_HEADER.toLowerCase()];
  const page = VISIT_PAGES.find((each) => each === said);
  await noteView(deps.db, id, deps.now(), { area: page ? `${page}/${area}` : area, imei: typeof imei === 'string' ? imei : '' });
}

/** A full session is refused here as a pending one is everywhere else: each token opens its own calls and no others. */
async function admitPending(tokenHash: Buffer | null, request: FastifyRequest, deps: MountDeps): Promise<void> {
  const actor = tokenHash && (await pendingOfSession(deps.db, tokenHash, deps.now()));
  if (!actor) throw new AppError('Unauthenticated');
  request.actor = actor;
  request.tokenHash = tokenHash;
}

function runnerOf<E extends Endpoint>(endpoint: E, handler: Handler<E>, options: MountOptions, deps: MountDeps) {
  const hasTransaction = options.transaction !== 'none' && endpoint.kind !== 'stream';
  const effect = effectOf(PATHS[endpoint.id]);
  const strip = stripperOf(endpoint.data);
  const isData = endpoint.kind === 'json' || endpoint.kind === 'packed';
  const stripped = (answer: unknown): unknown => {
    if (!isData || answer instanceof Uint8Array) return answer;
    return deps.isStrict ? endpoint.data.parse(answer) : strip(answer);
  };

  return async (request: FastifyRequest): Promise<unknown> => {
    const input = readInput(endpoint, { params: request.params, query: request.query, body: request.body });
    if (endpoint.upload) {
      // A request without a body has passed no parser.
      if (!Buffer.isBuffer(request.body)) throw new AppError(endpoint.upload.wrongType, { status: 415 });
      Object.assign(input as object, { file: request.body });
    }
    const facts = factsOf(request, request.tokenHash);
    const { actor } = request;
    const log = request.log as unknown as Logger;
    const answerWith = async (db: Kysely<Db>): Promise<unknown> => {
      const ctx = { actor, db, now: deps.now, ports: deps.ports, log } as unknown as CtxOf<E>;
      const answer = await handler(ctx, input, facts);
      if (isWriteOfToken(endpoint, actor)) await noteUse(db, actor, deps.now(), 'api-token-wrote', { call: endpoint.id });
      return stripped(answer);
    };
    if (!hasTransaction) return answerWith(deps.db);

    const key =
      takesKey(PATHS[endpoint.id]) && actor.kind === 'member' && !actor.visit
        ? idempotencyKeyOf(request.headers['idempotency-key'])
        : undefined;
    const transaction = effect === 'reads' ? deps.db.transaction().setAccessMode('read only') : deps.db.transaction();
    return transaction.execute(async (tx) => {
      await putInForce(tx, actor);
      if (actor.kind !== 'member' || key === undefined) return answerWith(tx);
      return once(tx, { actor, key, endpoint: endpoint.id, input: comparable(input) }, () => answerWith(tx));
    });
  };
}

/** What a token changes stands in the account's log under its name, beside what the use case writes there itself. */
const isWriteOfToken = (endpoint: Endpoint, actor: Actor): actor is TokenActor =>
  actor.kind === 'member' && actor.token !== undefined && tokenAccessOf(endpoint) === 'write';

/** An upload is the same call again when the file is: its digest stands for it. */
const comparable = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'file' in input && Buffer.isBuffer(input.file)
    ? { ...input, file: createHash('sha256').update(input.file).digest('hex') }
    : input;

function senderOf(endpoint: Endpoint, deps: MountDeps) {
  return (reply: FastifyReply, answer: unknown): FastifyReply => {
    void reply.header('cache-control', 'no-store');
    if (endpoint.kind === 'packed') void reply.header('vary', 'accept');
    if (answer instanceof Uint8Array)
      return reply.type('application/octet-stream').send(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    if (endpoint.kind === 'file') return sendFile(reply, answer as FileAnswer);
    if (endpoint.kind === 'stream') return sendStream(reply, answer as StreamAnswer, deps.log);
    return reply.send({ success: true, data: answer });
  };
}

function sendFile(reply: FastifyReply, { body, type, name, keptS }: FileAnswer): FastifyReply {
  // Another session in the same browser asks anew.
  if (keptS !== undefined)
    void reply.header('cache-control', `private, max-age=${keptS}, immutable`).header('vary', 'authorization');
  const plainName = name.replace(/[^\w.-]+/g, '_');
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body));
}

function sendStream(reply: FastifyReply, open: StreamAnswer, log: Logger): FastifyReply {
  reply.hijack();
  const response = reply.raw;
  // What the hooks of other answers set; a hijacked one passes them by.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value);
  response.on('error', (error) => log.debug({ error: error.message }, 'a live stream broke'));
  open(response);
  return reply;
}

/**
 * The keys an endpoint may answer with; anything else is a hole in the contract. Not a `ReadonlySet`: to relate the two kinds of
 * set of three thousand keys costs the type checker a minute and a half.
 */
export function declaredKeysOf(endpoint: Endpoint): Set<MessageKey> {
  const keys = new Set<MessageKey>(endpoint.errors);
  if (endpoint.upload) keys.add(endpoint.upload.tooLarge).add(endpoint.upload.wrongType);
  for (const key of ['InvalidInput', 'BodyTooLarge', 'UnsupportedMediaType', 'TooManyRequests', 'SomethingWentWrong'] as const)
    keys.add(key);
  if (endpoint.access === 'public') return keys;
  keys.add('Unauthenticated');
  keys.add('Forbidden');
  keys.add('SupportOnlyLooks');
  if (endpoint.access === 'user' || endpoint.access === 'admin') keys.add('SecondFactorRequired');
  if (endpoint.access === 'user' || endpoint.access === 'admin')
    keys.add(tokenAccessOf(endpoint) === 'shut' ? 'TokenNotHere' : 'TokenOnlyReads');
  if (takesKey(PATHS[endpoint.id])) keys.add('IdempotencyConflict');
  return keys;
}
