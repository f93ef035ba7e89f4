import * as oidc from 'openid-client';
import type { SIGN_ON_CHECKS, SIGN_ON_PROBLEMS } from '@spora/contract/single-sign-on/endpoints';
import { PublicCallError, type PublicFetch } from '../../platform/network/public-network.ts';
import { type Person, personOf } from './rules.ts';

export type Check = (typeof SIGN_ON_CHECKS)[number];
export type Problem = (typeof SIGN_ON_PROBLEMS)[number];

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a sign-in is known by when it comes back; nobody but us sees the verifier. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider did not do as it should. `problem` names what, for the administrator. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** `declined`: it said no. `refused`: what came is not to be trusted. `failed`: it cannot be worked with. */
  readonly kind: 'declined' | 'refused' | 'failed';
  readonly problem: Problem;
  constructor(kind: ProviderError['kind'], problem: Problem, cause?: unknown) {
    super(`${kind}: ${problem}`, { cause });
    this.kind = kind;
    this.problem = problem;
  }
}

export interface Providers {
  /** Where the browser goes. Throws ProviderError. */
  begin(
    settings: ProviderSettings,
    way: { readonly redirectUri: string; readonly hint: string | null },
  ): Promise<{ url: string; secrets: SignOnSecrets }>;
  /** Who came back. `returned`: the address that the browser was sent to. Throws ProviderError. */
  finish(settings: ProviderSettings, secrets: SignOnSecrets, returned: URL): Promise<Person>;
  /** What is wrong, in the order of the checks; null for what is right. */
  check(settings: ProviderSettings, redirectUri: string): Promise<{ check: Check; problem: Problem | null }[]>;
}

interface Known {
  readonly metadata: oidc.ServerMetadata;
  readonly untilMs: number;
  keys: oidc.ExportedJWKSCache | undefined;
}

const KEPT_MS = 10 * 60_000;
/** Of the descriptions that are kept; the oldest goes first. */
const KEPT_MAX = 500;
const SCOPE = 'openid email';

/** Talks OpenID Connect with the providers of accounts. What a provider says of itself is kept for ten minutes. */
export function createProviders({
  fetch,
  mayCallPrivate,
  nowMs = () => performance.now(),
}: {
  readonly fetch: PublicFetch;
  readonly mayCallPrivate: boolean;
  readonly nowMs?: () => number;
}): Providers {
  const kept = new Map<string, Known>();
  const execute = mayCallPrivate ? [oidc.allowInsecureRequests] : [];

  const send: oidc.CustomFetch = async (url, { method, headers, body }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('a call of a provider has a body that is no text');
    return fetch(url, { method, headers, body: body === undefined || body === null ? undefined : String(body) });
  };

  async function described(issuer: string, isFresh: boolean): Promise<Known> {
    const known = kept.get(issuer);
    if (!isFresh && known && known.untilMs > nowMs()) return known;
    const found = await oidc
      .discovery(new URL(issuer), 'unknown', undefined, oidc.None(), { [oidc.customFetch]: send, execute })
      .catch((error: unknown) => Promise.reject(failureOf(error, 'not-found')));
    const metadata = found.serverMetadata();
    requireUsable(metadata, issuer, mayCallPrivate);
    kept.delete(issuer);
    if (kept.size >= KEPT_MAX) kept.delete([...kept.keys()][0] ?? '');
    const entry: Known = { metadata, untilMs: nowMs() + KEPT_MS, keys: undefined };
    kept.set(issuer, entry);
    return entry;
  }

  function clientOf({ metadata, keys }: Known, { clientId, clientSecret }: ProviderSettings): oidc.Configuration {
    const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = ways.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const client = new oidc.Configuration(metadata, clientId, undefined, authentication(clientSecret));
    client[oidc.customFetch] = send;
    if (mayCallPrivate) oidc.allowInsecureRequests(client);
    // The signature is judged although the token came from the provider itself: on a plain connection that proves little.
    oidc.enableNonRepudiationChecks(client);
    if (keys) oidc.setJwksCache(client, keys);
    return client;
  }

  return {
    begin: async (settings, { redirectUri, hint }) => {
      const client = clientOf(await described(settings.issuer, false), settings);
      const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(hint === null ? {} : { login_hint: hint }),
      });
      return { url: url.href, secrets };
    },

    finish: async (settings, { state, nonce, verifier }, returned) => {
      const known = await described(settings.issuer, false);
      const client = clientOf(known, settings);
      try {
        const tokens = await oidc.authorizationCodeGrant(client, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        known.keys = oidc.getJwksCache(client) ?? known.keys;
        const claims = tokens.claims();
        if (!claims) throw new ProviderError('refused', 'unclear');
        if (claims['email'] !== undefined || known.metadata.userinfo_endpoint === undefined) return personOf(claims.sub, claims);
        return personOf(claims.sub, await oidc.fetchUserInfo(client, tokens.access_token, claims.sub));
      } catch (error) {
        throw verdictOn(error);
      }
    },

    check: async (settings, redirectUri) => {
      const checks: { check: Check; problem: Problem | null }[] = [];
      const look = async (check: Check, work: () => Promise<unknown>): Promise<boolean> => {
        const problem = await work().then(
          () => null,
          (error: unknown) => (error instanceof ProviderError ? error.problem : 'unclear'),
        );
        checks.push({ check, problem });
        return problem === null;
      };
      let known: Known | undefined;
      const isDescribed = await look('provider', async () => (known = await described(settings.issuer, true)));
      if (!isDescribed || !known) return checks;
      const { metadata } = known;
      if (!(await look('keys', () => requireKeys(metadata.jwks_uri ?? '', fetch)))) return checks;
      const client = clientOf(known, settings);
      await look('client', () => tryClient(client, redirectUri));
      return checks;
    },
  };
}

/** Throws ProviderError for a description that a sign-in cannot go by. */
function requireUsable(metadata: oidc.ServerMetadata, issuer: string, mayCallPrivate: boolean): void {
  // One for the tenants of everybody (`common`, `{tenantid}`) vouches for people of organisations that nobody here has chosen.
  if (metadata.issuer.includes('{') || new URL(metadata.issuer).href !== new URL(issuer).href)
    throw new ProviderError('failed', 'other-issuer');
  for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    const isUsable = address !== undefined && URL.canParse(address) && isWebAddress(new URL(address), mayCallPrivate);
    if (!isUsable) throw new ProviderError('failed', 'incomplete');
  }
  const { response_types_supported: types, code_challenge_methods_supported: challenges } = metadata;
  if ((types && !types.includes('code')) || (challenges && !challenges.includes('S256')))
    throw new ProviderError('failed', 'no-code-flow');
}

const isWebAddress = ({ protocol }: URL, mayCallPrivate: boolean): boolean =>
  protocol === 'https:' || (mayCallPrivate && protocol === 'http:');

/** Throws ProviderError unless there is a key for signatures. */
async function requireKeys(address: string, fetch: PublicFetch): Promise<void> {
  let answer: unknown;
  try {
    const response = await fetch(address, { method: 'GET', headers: { accept: 'application/json' }, body: undefined });
    answer = response.status === 200 ? await response.json() : null;
  } catch (error) {
    throw failureOf(error, 'no-keys');
  }
  const keys = typeof answer === 'object' && answer !== null && 'keys' in answer ? answer.keys : null;
  const isSigning = (key: unknown): boolean =>
    typeof key === 'object' && key !== null && (!('use' in key) || key.use === 'sig') && 'kty' in key && key.kty !== 'oct';
  if (!Array.isArray(keys) || !keys.some(isSigning)) throw new ProviderError('failed', 'no-keys');
}

/** A code that was never given out: who knows the client says so of the code, who does not of the client. */
async function tryClient(client: oidc.Configuration, redirectUri: string): Promise<void> {
  try {
    await oidc.genericGrantRequest(client, 'authorization_code', {
      code: 'connection-test',
      redirect_uri: redirectUri,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return;
    throw failureOf(error, 'unclear');
  }
  throw new ProviderError('failed', 'unclear');
}

const CLIENT_FAULTS: readonly string[] = ['invalid_client', 'unauthorized_client'];
/** Codes of the library for answers that are none: another status, no JSON, nothing that parses. */
const NO_ANSWER: readonly string[] = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** What went wrong before anything could be judged. */
function failureOf(error: unknown, otherwise: Problem): ProviderError {
  if (error instanceof ProviderError) return error;
  const call = causeOf(error, (cause) => cause instanceof PublicCallError);
  if (call instanceof PublicCallError) return new ProviderError('failed', call.problem, error);
  const response = causeOf(error, (cause) => cause instanceof Response);
  if (response instanceof Response && response.status >= 300 && response.status < 400)
    return new ProviderError('failed', 'redirect', error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return new ProviderError('failed', 'wrong-client', error);
  if (error instanceof oidc.ResponseBodyError && CLIENT_FAULTS.includes(error.error))
    return new ProviderError('failed', 'wrong-client', error);
  if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return new ProviderError('failed', 'other-issuer', error);
  return new ProviderError('failed', otherwise, error);
}

/** What went wrong on the way back: it said no, it cannot be worked with, or what it said is not to be trusted. */
function verdictOn(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof oidc.AuthorizationResponseError) return new ProviderError('declined', 'unclear', error);
  const failure = failureOf(error, 'unclear');
  if (failure.problem !== 'unclear' && failure.problem !== 'other-issuer') return failure;
  return NO_ANSWER.includes(codeOf(error)) ? failure : new ProviderError('refused', 'unclear', error);
}

function causeOf(error: unknown, isWanted: (cause: unknown) => boolean): unknown {
  for (let cause = error, depth = 0; cause !== null && cause !== undefined && depth < 6; depth += 1) {
    if (isWanted(cause)) return cause;
    cause = (cause as { cause?: unknown }).cause;
  }
  return undefined;
}
