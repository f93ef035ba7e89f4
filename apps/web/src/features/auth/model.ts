import type { Translate } from '@spora/messages/translate';
import { ApiError } from '../../lib/api-error.ts';

/** AUTH-014: when nobody answered, the text carries what the browser said; otherwise the server's key decides. */
export function messageOf(failure: unknown, textOf: (error: unknown) => string, t: Translate): string {
  if (failure instanceof ApiError && failure.status === 0 && failure.cause instanceof Error)
    return t('NetworkErrorDetail', { detail: `${failure.cause.name}: ${failure.cause.message}` });
  return textOf(failure);
}
