import { pathOf, PATHS, type PathId } from '@spora/contract/paths';
import { product, type Credentials } from './people.ts';

export interface Request {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface Answer<T> {
  readonly status: number;
  readonly data: T;
  readonly errors: unknown;
}
/** Calls the interface as somebody, by their token. */
export type Api = <T = Record<string, unknown>>(id: PathId, request?: Request) => Promise<Answer<T>>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever calls too often is told to wait, and does. */
export function apiOf(token: string | null): Api {
  return async <T>(id: PathId, { params = {}, query, body }: Request = {}): Promise<Answer<T>> => {
    const [method] = PATHS[id];
    const url = product.url + pathOf(id, params) + (query ? `?${new URLSearchParams(query)}` : '');
    for (;;) {
      const response = await fetch(url, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(method === 'GET' || body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.status === 429) {
        await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
        continue;
      }
      const answer = (await response.json()) as { data?: T; errors?: unknown };
      return { status: response.status, data: answer.data as T, errors: answer.errors };
    }
  };
}

export async function apiAs({ email, password }: Credentials): Promise<Api> {
  const { data, errors } = await apiOf(null)<{ user: { token: string } }>('auth.sign-in', {
    body: { username: email, password },
  });
  if (!data) throw new Error(`${email} cannot sign in: ${JSON.stringify(errors)}`);
  return apiOf(data.user.token);
}
