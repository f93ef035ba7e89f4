import type { FastifyRequest } from 'fastify';
import { DEVICE_TOKEN_HEADER } from '@spora/contract/headers';
import { type Language, languageOfTag } from '@spora/messages/languages';
import { bearerKey, hashOfHeader } from './session-gate.ts';

/** What a handler may know of the request beyond its validated input. */
export interface RequestFacts {
  readonly requestId: string;
  /** The caller's address; a forwarding header counts only when it comes from a trusted proxy. */
  readonly address: string;
  /** True only for a direct call from this machine: no proxy in between, and addressed by a loopback name. */
  readonly isLoopback: boolean;
  /** As the caller addressed us, without port. */
  readonly hostname: string;
  /** The same with the port, where it is not the usual one: what a reader of a file types. */
  readonly host: string;
  readonly protocol: 'http' | 'https';
  readonly userAgent: string;
  readonly language: Language;
  /** An IANA name from the TimeZone header, when it is one. */
  readonly timeZone: string | undefined;
  /** The caller asks for the packed form of a `packed` endpoint. */
  readonly wantsPacked: boolean;
  /** The caller names JSON among what it accepts. */
  readonly takesJson: boolean;
  readonly lastEventId: string | undefined;
  /** As sent, unchecked; `mount` keeps a member's repeats apart, a stranger's are the use case's own matter. */
  readonly idempotencyKey: string | undefined;
  /** SHA-256 of the bearer token; null for a stranger. The token itself goes no further. */
  readonly tokenHash: Buffer | null;
  /** Of a call that a pending session may make: what its sign-in codes are hashed with; else null. */
  readonly codeKey: Buffer | null;
  /** SHA-256 of the token that a trusted browser shows; null without one. */
  readonly deviceHash: Buffer | null;
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** Browsers keep every name under `localhost` to this machine, so no foreign page can bear one (RFC 6761, section 6.3). */
const LOOPBACK_NAME = /^((?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/** Reads the facts of a request; `tokenHash` comes from the session gate. */
export function factsOf(request: FastifyRequest, tokenHash: Buffer | null): RequestFacts {
  return {
    requestId: request.id,
    address: request.ip,
    isLoopback: isLoopback(request),
    hostname: request.hostname,
    host: request.host,
    protocol: request.protocol === 'https' ? 'https' : 'http',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
    language: languageOf(request.headers['accept-language']),
    timeZone: timeZoneOf(request.headers.timezone),
    wantsPacked: /\bapplication\/octet-stream\b/.test(request.headers.accept ?? ''),
    takesJson: /\bapplication\/json\b/.test(request.headers.accept ?? ''),
    lastEventId: one(request.headers['last-event-id']),
    idempotencyKey: one(request.headers['idempotency-key']),
    tokenHash,
    codeKey:
      request.actor?.kind === 'pending' || request.actor?.kind === 'support-pending'
        ? bearerKey(request.headers.authorization)
        : null,
    deviceHash: hashOfHeader(one(request.headers[DEVICE_TOKEN_HEADER.toLowerCase()])),
  };
}

/** A proxy on this machine makes every caller look local, and a foreign page can point its own name at 127.0.0.1: both count as remote. */
export function isLoopback(request: FastifyRequest): boolean {
  if (!LOOPBACK_ADDRESS.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  return LOOPBACK_NAME.test((request.headers.host ?? '').replace(/:\d+$/, ''));
}

/** The best of our languages for an Accept-Language header; Norwegian answers to `no`, `nb` and `nn`. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = Number(/^\s*q=([\d.]+)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0);
      return { language: languageOfTag(tag), weight };
    })
    .sort((a, b) => b.weight - a.weight);
  for (const { language, weight } of wanted) {
    if (language && weight > 0) return language;
  }
  return 'en';
}

const knownZones = new Map<string, boolean>();

/** The name when the runtime knows it as a time zone; anything else is as if absent. */
export function timeZoneOf(header: string | string[] | undefined): string | undefined {
  const name = one(header);
  if (!name || name.length > 64 || !/^[A-Za-z0-9_+\-/]+$/.test(name)) return undefined;
  let isKnown = knownZones.get(name);
  if (isKnown === undefined) {
    isKnown = isTimeZone(name);
    if (knownZones.size < 1000) knownZones.set(name, isKnown);
  }
  return isKnown ? name : undefined;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);
