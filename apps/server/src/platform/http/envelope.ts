import { en } from '@spora/messages/en';
import type { MessageKey } from '@spora/messages/keys';
import { type Envelope, type ErrorsBody, UNAUTHENTICATED } from '@spora/contract/envelope';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';

/** More fields than a form has are of no use to anyone; a hostile list of 500 bad values is cut here. */
const MAX_FIELDS = 50;

/** A refusal of the input: the keys of each field. Answered with status 422. */
export class InputError extends Error {
  readonly fields: Record<string, MessageKey[]>;
  constructor(fields: Record<string, MessageKey[]>) {
    super('InvalidInput');
    this.name = 'InputError';
    this.fields = fields;
  }
}

export interface Refusal {
  readonly status: number;
  readonly body: Envelope<never>;
  /** The keys that this refusal names, to be held against what the endpoint declares. */
  readonly keys: readonly MessageKey[];
  /** Seconds, for the Retry-After header. */
  readonly retryAfterS?: number | undefined;
}

/** The one place where an error becomes an answer; null means a bug, which the caller logs and answers with `brokenAnswer`. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof InputError) return { status: 422, body: failed(error.fields), keys: [] };
  if (error instanceof AppError) {
    const errors = error.params ? { msg: error.key, count: error.params.count } : error.key;
    const body = error.key === 'Unauthenticated' ? { ...failed(errors), message: UNAUTHENTICATED } : failed(errors);
    return { status: error.status, body, keys: [error.key], retryAfterS: error.retryAfterS };
  }
  return parserRefusal(error);
}

export const brokenAnswer: Refusal = { status: 500, body: failed('SomethingWentWrong'), keys: ['SomethingWentWrong'] };

/** What the HTTP parser and fastify refuse before any of our code has run. */
function parserRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { code = '', statusCode } = error as Error & { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return plain(413, 'BodyTooLarge');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return plain(415, 'UnsupportedMediaType');
  // 403 is what the file server says of a folder; there is nothing to tell apart.
  if (statusCode === 404 || statusCode === 403) return plain(404, 'NotFound');
  if (code.startsWith('FST_ERR_CTP_') || (statusCode !== undefined && statusCode >= 400 && statusCode < 500))
    return plain(400, 'InvalidInput');
  return null;
}

const plain = (status: number, key: MessageKey): Refusal => ({ status, body: failed(key), keys: [key] });

function failed(errors: ErrorsBody): Extract<Envelope<never>, { success: false }> {
  return { success: false, errors };
}

/** True for a key of the catalogue; a library's own message text is none. */
export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(en, text);

/** The keys of each field of a failed schema; `prefix` names the part when the issue belongs to no field of it. */
export function fieldsOf(error: z.ZodError, prefix: string): Record<string, MessageKey[]> {
  const fields: Record<string, MessageKey[]> = Object.create(null) as Record<string, MessageKey[]>;
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.').slice(0, 100) || prefix;
    const key = isMessageKey(issue.message) ? issue.message : 'InvalidInput';
    if (!fields[field]) {
      if (Object.keys(fields).length >= MAX_FIELDS) break;
      fields[field] = [];
    }
    if (!fields[field].includes(key)) fields[field].push(key);
  }
  return fields;
}
