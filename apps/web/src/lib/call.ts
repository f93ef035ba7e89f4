import { UNAUTHENTICATED, type ErrorsBody } from '@spora/contract/envelope';
import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { takesKey } from '@spora/contract/path';
import type { PathId } from '@spora/contract/paths';
import { ApiError, isAbort } from './api-error.ts';
import { knownPath, loadPath } from './known-paths.ts';
import type { ApiAnswer, ApiRequest, Send } from './send.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Record<string, string>;
  /** Instead of the session's: of a sign-in that waits for its code. */
  readonly token?: string;
}

/** Repeating these with a key makes no sense: they are answered for this very attempt. */
const WITHOUT_KEY: ReadonlySet<PathId> = new Set<PathId>([
  'auth.sign-in',
  'auth.sign-out',
  'alarms.opt-out',
  'object-description.shared-report',
  // Nobody may keep what they answer, so a repeat would make another one.
  'integrations.create-token',
  'integrations.create-webhook',
]);
/** A code or a passkey counts once, whether or not its answer came. */
const COUNTS_ONCE = /^(?:second-factor\.|auth\.(?:passkey-|verify-[fp]))/;
const RETRY_AFTER_MS = 400;

function unreachable(cause: unknown): never {
  throw new ApiError(0, 'NetworkError', { cause });
}

/** Unlike `crypto.randomUUID` this works on plain-HTTP origins too. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Calls an endpoint by its id; input and answer are typed by the contract. Throws `ApiError`, or the abort reason.
 * Writes carry an idempotency key and are tried once more when nobody answered (NFR-008); reads are retried by the
 * query cache, so that a changed filter cancels them.
 */
export async function call<Id extends PathId>(
  send: Send,
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<DataOf<Id>> {
  const parts = input as Pick<ApiRequest, 'params' | 'query' | 'body' | 'file'>;
  const hasKey =
    takesKey(knownPath(id) ?? (await loadPath(id).catch(unreachable))) && !WITHOUT_KEY.has(id) && !COUNTS_ONCE.test(id);
  const request: ApiRequest = {
    id,
    ...parts,
    signal: options.signal,
    ...(options.token === undefined ? {} : { token: options.token }),
    headers: { ...options.headers, ...(hasKey ? { 'Idempotency-Key': newIdempotencyKey() } : {}) },
  };
  const attempt = async (): Promise<DataOf<Id>> => (await dataOf(await send(request))) as DataOf<Id>;
  if (!hasKey) return attempt();
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    options.signal?.throwIfAborted();
    return attempt();
  }
}

/** Calls an endpoint of the kind `file` for its bytes. Throws as `call` does. */
export async function callFile<Id extends PathId>(
  send: Send,
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<ApiAnswer> {
  const parts = input as Pick<ApiRequest, 'params' | 'query' | 'body'>;
  const answer = await send({ id, ...parts, ...options, accept: '*/*' });
  if (answer.status !== 200 || !answer.response) await dataOf(answer);
  return answer;
}

/** Calls an endpoint of the kind `packed` for its packed form. Throws as `call` does. */
export async function callPacked<Id extends PathId>(
  send: Send,
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const parts = input as Pick<ApiRequest, 'params' | 'query' | 'body'>;
  return bytesOf(await send({ id, ...parts, ...options, accept: PACKED }));
}

const PACKED = 'application/octet-stream';

/** Calls an endpoint of the kind `packed` for the form that the server takes to be better. Throws as `call` does. */
export async function callEither<Id extends PathId>(
  send: Send,
  id: Id,
  input: InputOf<Id>,
  options: CallOptions = {},
): Promise<{ readonly packed: Uint8Array } | { readonly data: DataOf<Id> }> {
  const parts = input as Pick<ApiRequest, 'params' | 'query' | 'body'>;
  const answer = await send({ id, ...parts, ...options, accept: `${PACKED}, application/json` });
  if (answer.headers.get('Content-Type') === PACKED) return { packed: await bytesOf(answer) };
  return { data: (await dataOf(answer)) as DataOf<Id> };
}

async function bytesOf(answer: ApiAnswer): Promise<Uint8Array> {
  if (answer.status !== 200 || !answer.response) {
    await dataOf(answer);
    throw new ApiError(answer.status, 'SomethingWentWrong');
  }
  try {
    return new Uint8Array(await answer.response.arrayBuffer());
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError(0, 'NetworkError', { cause });
  }
}

/** ERR-043: seconds to wait as the answer says, or null. The form with a date is not used by our server. */
function retryAfterS(answer: ApiAnswer): number | null {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

/** A gateway in front of the server names no key, but may say in words what is wrong (API-011, ERR-038). */
const textOr = (message: unknown): unknown =>
  typeof message === 'string' && message.trim() !== '' && message !== UNAUTHENTICATED ? message : 'SomethingWentWrong';

/** Reads the envelope, whatever came instead of it. */
async function dataOf(answer: ApiAnswer): Promise<unknown> {
  let body: unknown;
  try {
    body = await answer.json();
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError(answer.status, 'SomethingWentWrong', { reference: answer.headers.get('x-request-id'), cause });
  }
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as {
    success?: unknown;
    data?: unknown;
    errors?: unknown;
    message?: unknown;
  };
  if (envelope.success === true) return envelope.data;
  throw new ApiError(answer.status, (envelope.errors ?? textOr(envelope.message)) as ErrorsBody, {
    isSessionOver: envelope.message === UNAUTHENTICATED,
    retryAfterS: retryAfterS(answer),
    reference: answer.headers.get('x-request-id'),
  });
}
