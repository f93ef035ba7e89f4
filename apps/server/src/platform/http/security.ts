import type { FastifyReply } from 'fastify';

export interface SecurityOptions {
  /** Origins that the map's styles and tiles come from, for example `https://tiles.openfreemap.org`. */
  readonly mapOrigins: readonly string[];
  /** The public address is https: browsers are told never to use http for it again. */
  readonly isHttps: boolean;
}

/** The headers of every answer (SEC-011). The policy allows no inline script or style and nothing from elsewhere but the map. */
export function securityHeaders({ mapOrigins, isHttps }: SecurityOptions): Readonly<Record<string, string>> {
  const map = mapOrigins.length > 0 ? ` ${mapOrigins.join(' ')}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${map}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), fullscreen=(self), camera=(self), microphone=(), payment=(), usb=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Sets the headers on one answer. */
export function setHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
}

/** The origins of addresses; an address that is not absolute http(s) is our own and adds nothing. */
export function originsOf(addresses: readonly (string | undefined)[]): string[] {
  const origins = new Set<string>();
  for (const address of addresses) {
    if (address && /^https?:\/\//i.test(address)) origins.add(new URL(address.replace(/[{}]/g, '')).origin);
  }
  return [...origins];
}
