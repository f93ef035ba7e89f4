import { PROTOCOLS } from '@spora/protocols/list';
import { randomBytes } from 'node:crypto';
import { newSealKeys } from '@spora/seal/seal';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { CallData, CallInput, Endpoint } from '@spora/contract/endpoint';
import type { Envelope, ErrorsBody } from '@spora/contract/envelope';
import { SESSION_MAX_S, SUPPORT_SESSION_MAX_S } from '@spora/contract/limits';
import { PATHS, pathOf, type PathId } from '@spora/contract/paths';
import { type ApiDeps, composeApi } from '../roles/api.ts';
import { announce } from '../features.ts';
import { type Config, readConfig } from '../platform/configuration/config.ts';
import { announceAll } from '../platform/live/hub.ts';
import { ownOrigins } from '../platform/http/own-origin.ts';
import type { LiveHub } from '../platform/live/hub-server.ts';
import { createLog } from '../platform/observing/log.ts';
import { createLocalAutoplan } from '../platform/autoplan/local.ts';
import type { Geocoder, Mailer, OutgoingMail, OutgoingPush, OutgoingSms, Ports, Pusher, SmsSender } from '../platform/ports.ts';
import type { SealKeys } from '../platform/secrets/seal-keys.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import type { SealWitness, WitnessedSeal } from '../platform/secrets/seal-witness.ts';
import { createPostgresWake } from '../platform/wake/postgres-wake.ts';
import { hashOfToken } from '../platform/http/session-gate.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export type TestAnswer<T> = {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly raw: Buffer;
} & (
  | { readonly data: T; readonly errors?: undefined }
  | { readonly data?: undefined; readonly errors: ErrorsBody; readonly message: string | undefined }
);

/** Somebody who calls the interface: a session, or a stranger. */
export interface Caller {
  readonly token: string | undefined;
  /** Answers whatever came back; `data` is typed by the contract. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: CallInput<E> | Record<never, never>,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<CallData<E>>>;
  /** A call by method and path, with a body of any kind. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** A geocoder that answers nothing and keeps what it was asked. */
export function silentGeocoder(): Geocoder & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    id: 'silent',
    asked,
    reverse: async (point) => {
      asked.push(point);
      return null;
    },
    search: async (text) => {
      asked.push(text);
      return [];
    },
  };
}

/** A mailer that keeps what it was given; `sent` is newest last. */
export function recordingMailer({ isAvailable = true } = {}): Mailer & { readonly sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  return { isAvailable, sent, send: async (mail) => void sent.push(mail), close: async () => {} };
}

/** Text messages that are kept; `sent` is newest last. */
export function recordingSms(): SmsSender & { readonly sent: OutgoingSms[] } {
  const sent: OutgoingSms[] = [];
  return {
    id: 'recording',
    isAvailable: true,
    sent,
    readReport: () => null,
    send: async (sms) => ({ providerId: `recorded-${sent.push(sms)}` }),
  };
}

/** Push that is kept; `sent` is newest last. */
export function recordingPusher(): Pusher & { readonly sent: OutgoingPush[] } {
  const sent: OutgoingPush[] = [];
  const key = `B${'A'.repeat(86)}`;
  return { sent, publicKey: async () => ({ id: 'test', key }), send: async (push) => void sent.push(push) };
}

export interface TestAppOptions {
  readonly env?: Record<string, string>;
  readonly config?: Partial<Config>;
  readonly ports?: Partial<Ports>;
  readonly http?: ApiDeps['http'];
  readonly demoSignIns?: ApiDeps['demoSignIns'];
  readonly isStrict?: boolean;
  readonly webRoot?: string;
  readonly live?: ApiDeps['live'];
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly mounted: ReadonlySet<PathId>;
  readonly hub: LiveHub;
  readonly stranger: Caller;
  /** Nobody in particular, from an address of their own. */
  readonly strangerAt: (address: string) => Caller;
  /** The lines of the log, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Time as the application sees it; set it to move on. */
  clock: { now: Date };
  /** `address` is where they sit, for calls that are counted by address; nothing: this computer. */
  signInAs(member: { readonly id: number }, address?: string): Promise<Caller>;
  /** Somebody who shows a token of any kind. */
  withToken(token: string): Caller;
  signInAsStaff(staff: { readonly id: number }): Promise<Caller>;
  close(): Promise<void>;
}

/** The outside world as tests have it: a geocoder that knows nothing, mail, text messages and push that are kept, a seal key that dies with the test. */
export const testPorts = (over: Partial<Ports> = {}): Ports => ({
  geocoder: { builtIn: silentGeocoder() },
  mail: recordingMailer(),
  sms: recordingSms(),
  push: recordingPusher(),
  autoplan: createLocalAutoplan(),
  sealKeys: passingSealKeys(),
  sealWitness: passingSealWitness(),
  // One key for all of a test, as all roles of an installation have one folder.
  secretBox: createSecretBox(() => Promise.resolve(new Map([['test', new Uint8Array(32)]]))),
  isOwnOrigin: ownOrigins(readConfig({})),
  textRecords: { of: async () => [] },
  announce,
  live: { announce: announceAll },
  ...over,
});

function passingSealWitness(): SealWitness {
  const seals: WitnessedSeal[] = [];
  return { append: async (more) => void seals.push(...more), read: async () => ({ seals: [...seals], unreadable: 0 }) };
}

function passingSealKeys(): SealKeys {
  let pair: Promise<CryptoKeyPair> | undefined;
  const keys = (): Promise<CryptoKeyPair> => (pair ??= newSealKeys());
  return {
    current: async () => ({ id: 'test', privateKey: (await keys()).privateKey }),
    publicKeys: async () => new Map([['test', await crypto.subtle.exportKey('jwk', (await keys()).publicKey)]]),
  };
}

/**
 * The whole interface over a database of its own, called by `inject`: `const app = await testApp()` at the top of a test file
 * and `afterAll(() => app.close())`. Answers are validated, as in development.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase();
  const clock = { now: new Date() };
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const { app, mounted, hub } = await composeApi({
    config: { ...readConfig(options.env ?? {}), ...options.config },
    log,
    now: () => new Date(clock.now),
    ports: testPorts(options.ports),
    db: database.api,
    pipeline: database.pipeline,
    portOf: (protocol) => PROTOCOLS.find(({ name }) => name === protocol)?.port.fallback ?? 0,
    wake: createPostgresWake({ url: database.urls.api, log }),
    webRoot: options.webRoot ?? '/nonexistent/web',
    ...(options.live ? { live: options.live } : {}),
    isStrict: options.isStrict ?? true,
    demoSignIns: options.demoSignIns ?? [],
    ...(options.http ? { http: options.http } : {}),
  });
  await app.ready();
  return {
    app,
    database,
    mounted,
    hub,
    logged,
    clock,
    stranger: callerOf(app, undefined),
    strangerAt: (address) => callerOf(app, undefined, address),
    signInAs: async ({ id }, address) => callerOf(app, await openSession(database, id, clock.now), address),
    withToken: (token) => callerOf(app, token),
    signInAsStaff: async ({ id }) => callerOf(app, await openStaffSession(database, id, clock.now)),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

async function openSession({ api }: TestDatabase, memberId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + SESSION_MAX_S * 1000);
  await sql`SELECT open_session(${memberId}, ${hashOfToken(token)}, true, 'test', ${now}, ${until})`.execute(api);
  return token;
}

async function openStaffSession({ api }: TestDatabase, staffId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + SUPPORT_SESSION_MAX_S * 1000);
  await sql`SELECT open_support_session(${staffId}, ${hashOfToken(token)}, ${now}, ${until}, false)`.execute(api);
  return token;
}

function callerOf(app: FastifyInstance, token: string | undefined, address?: string): Caller {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const from = address === undefined ? {} : { remoteAddress: address };
  const request = (options: InjectOptions) =>
    app.inject({ ...from, ...options, headers: { ...authorization, ...options.headers } });
  return {
    token,
    request,
    call: async (endpoint, input = {}, headers = {}) => {
      const { params, query, body } = input as {
        params?: Record<string, string>;
        query?: Record<string, string | number | boolean | undefined>;
        body?: object;
      };
      const response = await request({
        method: PATHS[endpoint.id][0],
        url: pathOf(endpoint.id, params),
        ...(query ? { query: textOf(query) } : {}),
        ...(body === undefined ? {} : { payload: body }),
        headers: { accept: 'application/json', ...headers },
      });
      return answerOf(response);
    },
  };
}

const textOf = (query: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])));

function answerOf<T>(response: LightMyRequestResponse): TestAnswer<T> {
  const { statusCode: status, headers, rawPayload: raw } = response;
  if (!String(headers['content-type']).startsWith('application/json')) return { status, headers, raw, data: undefined as T };
  const envelope = response.json<Envelope<T>>();
  return envelope.success
    ? { status, headers, raw, data: envelope.data }
    : { status, headers, raw, errors: envelope.errors, message: envelope.message };
}
