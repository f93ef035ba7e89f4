import { readShort } from '../network/short-answer.ts';
import { SmsError } from '../ports.ts';

export interface FormAnswer {
  readonly status: number;
  readonly text: string;
}

/** What Node calls a connection that never came to be: nothing was sent on it. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Posts a form with name and password, follows no redirect. Throws SmsError, whose kind tells whether the provider may have read it:
 * one that says nothing in time may send the message all the same.
 */
export async function postForm(url: string, { user, password, form, timeoutMs }: PostOptions): Promise<FormAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await readShort(response) };
  } catch (error) {
    const code = codeOf(error);
    if (NEVER_CONNECTED.has(code)) throw new SmsError('waits', `the provider was not reached (${code})`);
    throw new SmsError('unknown', `the provider did not answer (${code})`);
  }
}

export interface PostOptions {
  readonly user: string;
  readonly password: string;
  readonly form: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
}

/**
 * What a status means that is not about this message: our sign-in, our credit with the provider and its haste are for someone to put
 * right, so the message waits. Null for one that is about the message.
 */
export function faultOfStatus(status: number): SmsError | null {
  if (status === 429) return new SmsError('waits', 'the provider asks for patience (429)');
  if (status === 401 || status === 402 || status === 403) return new SmsError('waits', `the provider refuses us (${status})`);
  // It may have taken the message before it stumbled.
  if (status >= 500) return new SmsError('unknown', `the provider has a fault (${status})`);
  if (status >= 300 && status < 400) return new SmsError('waits', `the provider has moved (${status})`);
  return null;
}
