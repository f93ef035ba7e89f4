import { pathOf, PATHS, type PathId } from '@spora/contract/paths';
import type { Product } from './product.ts';
import { product } from './started.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

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
export function apiOf(token: string | null, origin = product.url): Api {
  return async <T>(id: PathId, { params = {}, query, body }: Request = {}): Promise<Answer<T>> => {
    const [method] = PATHS[id];
    const url = origin + pathOf(id, params) + (query ? `?${new URLSearchParams(query)}` : '');
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

/** What the sign-in answers: the token and the user, as the browser keeps them. */
export interface Session {
  readonly token: string;
  readonly user: Record<string, unknown>;
}

/** Sessions that this worker has opened, by product and person. */
const opened = new Map<string, Promise<Session>>();

async function openSession({ url }: Pick<Product, 'url'>, { email, password }: Credentials): Promise<Session> {
  const { data, errors } = await apiOf(null, url)<{ user: { token: string } & Record<string, unknown> }>('auth.sign-in', {
    body: { username: email, password },
  });
  if (!data) throw new Error(`${email} cannot sign in: ${JSON.stringify(errors)}`);
  const { token, ...user } = data.user;
  return { token, user };
}

/** The session that this worker shares among the journeys of that person; none of them may sign it out. */
export function sharedSession(of: Pick<Product, 'url'>, who: Credentials): Promise<Session> {
  const key = `${of.url} ${who.email} ${who.password}`;
  const session = opened.get(key) ?? openSession(of, who);
  opened.set(key, session);
  return session;
}

/** As somebody, in that session. */
export const apiAs = async (who: Credentials, of: Pick<Product, 'url'> = product): Promise<Api> =>
  apiOf((await sharedSession(of, who)).token, of.url);
