import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { requestCode, signIn, verifyCode } from '@spora/contract/auth/endpoints';
import type { CallData, CallInput, Endpoint } from '@spora/contract/endpoint';
import type { Envelope, ErrorsBody } from '@spora/contract/envelope';
import { PATHS, pathOf } from '@spora/contract/paths';
import { JOBS_SCHEMA } from '../platform/database/queue-schema.ts';
import { forgetExpired, upkeepHandlers } from '../platform/jobs/upkeep.ts';
import { createLog } from '../platform/observing/log.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { makeAccount, makeMember, type MemberOptions } from './database.ts';
import { type TestApp, testApp, type TestAppOptions, testPorts } from './http.ts';
import { authHandlers } from '../features/auth/jobs.ts';

export const PASSWORD = 'a good pass phrase';
export const NEW_PASSWORD = 'Häst & vagn 7 ggr';
export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';
const UNLIMITED = { burst: 1e6, perSecond: 1 };

export interface NewMember extends Partial<MemberOptions> {
  readonly hasTwoFactor?: boolean;
}
/** Where a call comes from and what it shows. */
export interface From {
  readonly address?: string;
  readonly token?: string | undefined;
  readonly device?: string | null;
}
export interface Answer<T> {
  readonly status: number;
  readonly data: T | undefined;
  readonly errors: ErrorsBody | undefined;
  readonly message: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

interface AuthAppOptions extends TestAppOptions {
  /** People's passwords are as dear to judge as they are in the product. */
  readonly isDear?: boolean;
}

/** A stored password made with a hundredth of the work: how dear it is to judge stands in its text. */
export const quickHash = (password: string): Promise<string> => hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });

/** The interface, with people who know `PASSWORD`. Every call comes from an address of its own unless told otherwise. */
export async function authApp({ isDear = false, ...options }: AuthAppOptions = {}) {
  const app = await testApp({ http: { rates: { address: UNLIMITED, member: UNLIMITED, account: UNLIMITED } }, ...options });
  const { owner } = app.database;
  const accountId = await makeAccount(app.database, { name: 'Åkeriet AB', timeZone: 'Europe/Oslo' });
  const passwordHash = await (isDear ? hashPassword : quickHash)(PASSWORD);
  const start = app.clock.now;

  const newMember = async ({ hasTwoFactor = false, ...member }: NewMember = {}) => {
    const made = await makeMember(app.database, { accountId, passwordHash, ...member });
    if (hasTwoFactor) await owner.updateTable('member').set({ two_factor: true }).where('id', '=', made.id).execute();
    return made;
  };
  const call = callOf(app);
  const signInAs = (username: string, from: From = {}, password = PASSWORD) =>
    call(signIn, { body: { username, password } }, from);

  /** The password was right, the code is still to come. */
  const pendingOf = async (member: { id: number; email: string }) => {
    const { data } = await signInAs(member.email);
    if (!data?.pending) throw new Error('No code was asked for.');
    const from = { token: data.user.token };
    return {
      token: data.user.token,
      request: () => call(requestCode, { body: { lang: 'sv', user_id: member.id } }, from),
      verify: (code: string, more: { trust_browser?: boolean } = {}) =>
        call(verifyCode, { body: { code, user_id: member.id, ...more } }, from),
    };
  };

  const mailsTo = (address: string, template: string) =>
    owner
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', address)
      .where('template', '=', template)
      .orderBy('id')
      .execute();
  const codeSentTo = async (address: string) => {
    const mail = (await mailsTo(address, 'sign-in-code')).at(-1);
    return (mail?.params as { code: string } | undefined)?.code ?? 'none';
  };
  const auditOf = (memberId: number) =>
    owner
      .selectFrom('audit_entry')
      .selectAll()
      .where(sql<boolean>`actor_member_id = ${memberId} OR (details ->> 'member')::bigint = ${memberId}`)
      .orderBy('id')
      .execute();

  return {
    ...app,
    start,
    accountId,
    passwordHash,
    newMember,
    call,
    signIn: signInAs,
    pendingOf,
    mailsTo,
    codeSentTo,
    auditOf,
    /** Moves the clock to so many seconds after the file's beginning. */
    at: (seconds: number) => void (app.clock.now = new Date(start.getTime() + seconds * 1000)),
    runJobs: () => runJobsOf(app),
    upkeep: () => forgetWhatIsOver(app),
  };
}

let lastAddress = 0;
export const newAddress = (): string => `198.18.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;

const callOf =
  ({ app }: TestApp) =>
  async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> | Record<never, never> = {},
    { address = newAddress(), token, device }: From = {},
  ): Promise<Answer<CallData<E>>> => {
    const { body, params } = input as { body?: object; params?: Record<string, string> };
    const response = await app.inject({
      method: PATHS[endpoint.id][0],
      url: pathOf(endpoint.id, params),
      remoteAddress: address,
      ...(body ? { payload: body } : {}),
      headers: {
        'user-agent': FIREFOX,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(device ? { 'device-token': device } : {}),
      },
    });
    const envelope = response.json<Envelope<CallData<E>>>();
    return {
      status: response.statusCode,
      data: envelope.success ? envelope.data : undefined,
      errors: envelope.success ? undefined : envelope.errors,
      message: envelope.success ? undefined : envelope.message,
      retryAfter: response.headers['retry-after'] === undefined ? undefined : Number(response.headers['retry-after']),
    };
  };

const RUN = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, slot: undefined };

const workerOf = ({ database, clock }: TestApp) =>
  ({
    actor: { kind: 'system' },
    db: database.pipeline,
    now: () => clock.now,
    log: createLog({ logLevel: 'silent' }),
    ports: testPorts(),
  }) as const;

async function forgetWhatIsOver(app: TestApp): Promise<void> {
  await upkeepHandlers(24)
    .find(({ job }) => job.name === forgetExpired.name)!
    .run(workerOf(app), {}, RUN);
}

/** Does what the worker would do now, twice over, since a job may run twice; answers what it was told. */
async function runJobsOf(app: TestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ name: string; payload: Record<string, unknown> }>`
    WITH taken AS (DELETE FROM ${sql.id(JOBS_SCHEMA, '_private_jobs')} RETURNING id, task_id, payload)
    SELECT t.identifier AS name, j.payload FROM taken j JOIN ${sql.id(JOBS_SCHEMA, '_private_tasks')} t ON t.id = j.task_id ORDER BY j.id`.execute(
    app.database.owner,
  );
  for (const { name, payload } of rows) {
    const handler = authHandlers.find(({ job }) => job.name === name);
    await handler?.run(workerOf(app), payload, RUN);
    await handler?.run(workerOf(app), payload, RUN);
  }
  return rows.filter(({ name }) => name.startsWith('auth.')).map(({ payload }) => payload);
}
