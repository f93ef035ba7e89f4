import type { Kysely } from 'kysely';
import { registerAccountsRoutes } from '../features/accounts/routes.ts';
import { type DemoSignIn, mapProvidersOf } from '../features/accounts/rules.ts';
import { registerAuthRoutes } from '../features/auth/routes.ts';
import { registerUnitsRoutes } from '../features/units/routes.ts';
import { phoneServerUrl } from '../features/units/rules.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.generated.ts';
import { createHttpApp, HTTP_DEFAULTS, type HttpApp, type HttpOptions } from '../platform/http.ts';
import type { Logger } from '../platform/log.ts';
import type { Ports } from '../platform/ports.ts';
import { originsOf } from '../platform/security.ts';

export interface ApiDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly ports: Ports;
  /** As `spora_api`. */
  readonly db: Kysely<Db>;
  readonly isStrict: boolean;
  readonly demoSignIns: readonly DemoSignIn[];
  readonly http?: Partial<HttpOptions>;
}

/** The whole interface, not yet listening. */
export async function composeApi({ config, demoSignIns, http, ...deps }: ApiDeps): Promise<HttpApp> {
  const providers = mapProvidersOf(config.map);
  const api = await createHttpApp(deps, {
    ...HTTP_DEFAULTS,
    trustProxy: config.trustProxy,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    mapOrigins: originsOf(providers.flatMap(({ url, dark_url, probe_url }) => [url, dark_url, probe_url])),
    ...http,
  });
  registerAuthRoutes(api.mount);
  registerAccountsRoutes(api.mount, { demoSignIns: config.isDemo ? demoSignIns : [], map: config.map });
  registerUnitsRoutes(api.mount, {
    phoneServerUrl: ({ hostname }) => phoneServerUrl(config.publicUrl, hostname, config.phones.port),
  });
  return api;
}
