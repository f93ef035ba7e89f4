import { VISIT_PAGE_HEADER } from '@spora/contract/support/values';
import { fillPath } from '@spora/contract/path';
import { UNAUTHENTICATED } from '@spora/contract/envelope';
import { ApiError, isAbort } from './api-error.ts';
import { knownPath, loadPath } from './known-paths.ts';
import type { ApiAnswer, ApiRequest, Send } from './send.ts';

/** What each request carries (DEC-58); read at the time of the call, so a switched language or zone counts at once. */
export interface RequestContext {
  readonly token: () => string | null;
  readonly timeZone: () => string;
  readonly language: () => string;
  /** On a support visit: what the page is about. */
  readonly visitPage?: () => string | undefined;
  /** A call with this token was told that the session is over. */
  readonly onSessionOver: (token: string | null) => void;
}

function queryText(query: ApiRequest['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** `send` over the network. */
export function createHttpSend(context: RequestContext, fetchIt: typeof fetch = (...args) => fetch(...args)): Send {
  return async (request): Promise<ApiAnswer> => {
    const token = request.token ?? context.token();
    const visitPage = context.visitPage?.();
    const headers: Record<string, string> = {
      Accept: request.accept ?? 'application/json',
      'Accept-Language': context.language(),
      TimeZone: context.timeZone(),
      'Request-Type': 'web',
      ...(visitPage ? { [VISIT_PAGE_HEADER]: visitPage } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(request.file === undefined ? {} : { 'Content-Type': request.file.type }),
      ...request.headers,
    };
    let response: Response;
    try {
      const [method, path] = knownPath(request.id) ?? (await loadPath(request.id));
      response = await fetchIt(fillPath(request.id, path, request.params) + queryText(request.query), {
        method,
        headers,
        body: request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
        signal: request.signal,
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      throw new ApiError(0, 'NetworkError', { cause });
    }
    if (response.status === 401) {
      const said = (await response
        .clone()
        .json()
        .catch(() => null)) as { message?: unknown } | null;
      if (said?.message === UNAUTHENTICATED) context.onSessionOver(token);
    }
    return { status: response.status, headers: response.headers, json: () => response.json() as Promise<unknown>, response };
  };
}
