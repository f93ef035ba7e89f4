import { BRANDS } from '@spora/contract/brands';
import type { Config } from '../configuration/config.ts';

/** Whether a page is the installation's own, by its origin (`https://fleet.example:8443`). */
export type IsOwnOrigin = (origin: string) => boolean;

/**
 * By the configuration alone, whatever a request says of itself: the origin of PUBLIC_URL, https on the host of a brand, and where people
 * try the program on their own computer any port of localhost.
 */
export function ownOrigins({ isDemo, publicUrl, brandHosts }: Pick<Config, 'isDemo' | 'publicUrl' | 'brandHosts'>): IsOwnOrigin {
  const main = publicUrl === undefined ? undefined : new URL(publicUrl);
  const port = main?.port ? `:${main.port}` : '';
  const hosts = [...BRANDS.flatMap((brand) => brand.hosts), ...Object.keys(brandHosts)];
  const known = new Set(hosts.map((host) => `https://${host}${port}`));
  if (main) known.add(main.origin);
  const isLocal = isDemo || !main;
  return (origin) => known.has(origin) || (isLocal && /^http:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d+)?$/.test(origin));
}
