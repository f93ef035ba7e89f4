import type { PathId } from '@spora/contract/paths';

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;

/** One request as the application means it; `send` turns it into bytes. */
export interface ApiRequest {
  readonly id: PathId;
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, QueryValue>;
  readonly body?: unknown;
  /** Instead of a body: a file, sent as it is under its own type. */
  readonly file?: Blob;
  readonly accept?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Instead of the session's: of a sign-in that waits for its code. */
  readonly token?: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: () => Promise<unknown>;
  readonly response: Response | null;
}

/** The only way to the server. It comes from one React context, so a test hands in its own. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;
