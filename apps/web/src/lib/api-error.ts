import type { ErrorsBody } from '@spora/contract/envelope';
import type { MessageKey } from '@spora/messages/keys';
import type { Catalogue } from '@spora/messages/languages';
import type { Translate } from '@spora/messages/translate';

/** A refused or failed call. `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorsBody;
  readonly isSessionOver: boolean;
  /** Seconds until another try makes sense, where the server said so, and the time of the clock that it comes to. */
  readonly retryAfterS: number | null;
  readonly retryAtMs: number | null;
  /** Of the server, for its log: what support is told. */
  readonly reference: string | null;

  constructor(
    status: number,
    errors: ErrorsBody,
    options: { isSessionOver?: boolean; retryAfterS?: number | null; reference?: string | null; cause?: unknown } = {},
  ) {
    super(`call refused with ${status}: ${JSON.stringify(errors)}`, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.isSessionOver = options.isSessionOver ?? false;
    this.retryAfterS = options.retryAfterS ?? null;
    this.reference = options.reference ?? null;
    this.retryAtMs = this.retryAfterS === null ? null : Date.now() + this.retryAfterS * 1000;
  }

  /** The server failed, through no doing of the person. */
  get isFault(): boolean {
    return this.status >= 500;
  }

  /** Nobody answered, or the answer says to come back: worth one more try. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

/** Somebody called it off: nobody is told. */
export const isAbort = (thrown: unknown): boolean => (thrown as { name?: unknown } | null)?.name === 'AbortError';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A key is translated with its numbers; any other text is the server's own and shown as it is (API-011). */
function textOf(key: unknown, params: Record<string, string | number>, t: Translate, catalogue: Catalogue): string {
  if (typeof key !== 'string' || key === '') return t('SomethingWentWrong');
  if (!(key in catalogue)) return key;
  return (t as (key: MessageKey, params?: Record<string, string | number>) => string)(key as MessageKey, params);
}

/** Field errors as one text per field, the first of each (API-009); empty when the answer was not about fields. */
export function fieldErrors(error: unknown, t: Translate, catalogue: Catalogue): Record<string, string> {
  if (!(error instanceof ApiError) || !isRecord(error.errors) || 'msg' in error.errors) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, keys]) => [field, textOf(Array.isArray(keys) ? keys[0] : keys, {}, t, catalogue)]),
  );
}

/** What to tell the person, whatever was thrown; of a fault of the server with the reference that support asks for (ERR-044). */
export function errorText(error: unknown, t: Translate, catalogue: Catalogue): string {
  if (!(error instanceof ApiError)) return t('SomethingWentWrong');
  const text = textOfRefusal(error, t, catalogue);
  return error.isFault && error.reference !== null ? `${text} ${t('CrashReference', { reference: error.reference })}` : text;
}

function textOfRefusal(error: ApiError, t: Translate, catalogue: Catalogue): string {
  const { errors } = error;
  if (typeof errors === 'string') return textOf(errors, {}, t, catalogue);
  if (!isRecord(errors)) return t('SomethingWentWrong');
  if ('msg' in errors) return textOf(errors['msg'], { count: Number(errors['count'] ?? 0) }, t, catalogue);
  const texts = Object.values(fieldErrors(error, t, catalogue));
  return texts.length > 0 ? texts.join(' ') : t('SomethingWentWrong');
}
