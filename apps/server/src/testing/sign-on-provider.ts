import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'fleet';
export const CLIENT_SECRET = 'a secret: with signs/';

/** What the provider says of whoever comes next, and what it gets wrong. */
export interface Saying {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  /** Claims that take the place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that nobody published. */
  readonly isForged?: boolean;
  /** Without a signature at all. */
  readonly isUnsigned?: boolean;
  /** Tells the address at the userinfo endpoint instead. */
  readonly isShort?: boolean;
}

/** How a path is answered in place of the right way. */
export type Misbehaviour = (response: ServerResponse) => void;

interface Code {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly saying: Saying;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider on this machine that is right in everything but in what a test tells it. */
export async function startTestProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Saying>();
  const misbehaviours = new Map<string, Misbehaviour>();
  const asked: string[] = [];

  const jwt = (claims: object, key: KeyObject, isUnsigned: boolean): string => {
    const head = base64(isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'k1' });
    const text = `${head}.${base64(claims)}`;
    return `${text}.${isUnsigned ? '' : sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  };

  function tokenOf(form: URLSearchParams, authorization: string | undefined): [number, object] {
    const [id, secret] = Buffer.from(authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    if (id !== CLIENT_ID || secret !== CLIENT_SECRET) return [401, { error: 'invalid_client' }];
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const { saying } = code;
    const nowS = Math.floor(Date.now() / 1000);
    const { sub, email, email_verified } = saying;
    const claims = {
      iss: issuer,
      aud: CLIENT_ID,
      exp: nowS + 300,
      iat: nowS,
      nonce: code.nonce,
      sub,
      ...(saying.isShort ? {} : { email, email_verified }),
      ...saying.claims,
    };
    const access = randomBytes(16).toString('base64url');
    tokens.set(access, saying);
    return [
      200,
      {
        access_token: access,
        token_type: 'Bearer',
        id_token: jwt(claims, saying.isForged ? forged : privateKey, saying.isUnsigned ?? false),
      },
    ];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    const misbehave = misbehaviours.get(path);
    if (misbehave) return misbehave(response);
    const send = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const part of request) text += String(part);
    switch (path) {
      case '/.well-known/openid-configuration':
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return send(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] });
      case '/token':
        return send(...tokenOf(new URLSearchParams(text), request.headers.authorization));
      case '/me': {
        const saying = tokens.get(request.headers.authorization?.slice(7) ?? '');
        if (!saying) return send(401, { error: 'invalid_token' });
        return send(200, { sub: saying.sub, email: saying.email, email_verified: saying.email_verified });
      }
      default:
        return send(404, {});
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    /** Paths that were called, in order. */
    asked,
    /** Somebody signs in at the address that the browser was sent to; answers the query that it returns with. */
    visit: (url: string, saying: Saying): string => {
      const { origin, pathname, searchParams: wants } = new URL(url);
      if (`${origin}${pathname}` !== `${issuer}/authorize`) throw new Error(`the browser was sent to ${url}`);
      if (wants.get('response_type') !== 'code' || wants.get('code_challenge_method') !== 'S256')
        throw new Error('no code flow with PKCE');
      const code = randomBytes(16).toString('base64url');
      codes.set(code, {
        challenge: wants.get('code_challenge') ?? '',
        nonce: wants.get('nonce') ?? '',
        redirectUri: wants.get('redirect_uri') ?? '',
        saying,
      });
      return `?${new URLSearchParams({ code, state: wants.get('state') ?? '' }).toString()}`;
    },
    /** From now on a path is answered in this way; without one as it should be. */
    misbehave: (path: string, how?: Misbehaviour): void => {
      if (how) misbehaviours.set(path, how);
      else misbehaviours.delete(path);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
