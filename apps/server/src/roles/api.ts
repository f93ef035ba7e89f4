import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ENDPOINTS } from '@spora/contract/registry';
import { visibleUnitIdsUnlessAll } from '../core/fleet/visible-units.ts';
import type { RouteDeps } from '../core/face.ts';
import { FEATURES } from '../features.ts';
import type { BrandOptions } from '../platform/http/brand-of-request.ts';
import { setStrictPhoneRules } from '@spora/contract/phone-rules';
import { type Config, PROJECT_DIR } from '../platform/configuration/config.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { createDemoClock } from '../platform/program/demo-clock.ts';
import { registerPages } from '../platform/http/pages.ts';
import { createHttpApp, HTTP_DEFAULTS, type HttpApp, type HttpOptions } from '../platform/http/app.ts';
import { listenNear } from '../platform/network/listen.ts';
import { createDatabaseLive } from '../platform/live/hub.ts';
import { type LiveHub, type LiveHubDeps, startLiveHub } from '../platform/live/hub-server.ts';
import type { Logger } from '../platform/observing/log.ts';
import { MAILBOX_PATH, registerMailbox } from '../platform/mail/mailbox.ts';
import { mapProvidersOf, OWN_PMTILES_URL } from '../platform/configuration/map-providers.ts';
import { createLinkTo } from '../platform/mail/links.ts';
import type { Ports } from '../platform/ports.ts';
import type { DemoSignIn, RoleDeps, RunningRole } from '../platform/program/role.ts';
import { registerSmsReports } from '../platform/sms/reports.ts';
import { originsOf } from '../platform/http/security.ts';
import { registerWebApp } from '../platform/http/static.ts';
import type { Wake } from '../platform/wake/wake.ts';

export interface ApiDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly ports: Ports;
  /** As `spora_api`. */
  readonly db: Kysely<Db>;
  readonly pipeline: Kysely<Db>;
  readonly wake: Wake;
  readonly isStrict: boolean;
  readonly demoSignIns: readonly DemoSignIn[];
  /** Where trackers of a protocol report: the port may have given way to a free one. */
  readonly portOf: (protocol: string) => number;
  /** Where browsers reach this process, once it listens. */
  readonly webPort?: () => number | undefined;
  readonly webRoot: string;
  readonly http?: Partial<HttpOptions>;
  readonly live?: Pick<LiveHubDeps, 'heartbeatMs'>;
}

export interface ComposedApi extends HttpApp {
  readonly hub: LiveHub;
}

/** The whole interface and the web application, not yet listening; closing `app` ends the live streams too. */
export async function composeApi(deps: ApiDeps): Promise<ComposedApi> {
  const { config, log, ports, db, isStrict } = deps;
  setStrictPhoneRules(config.strictPhoneRules);
  const clock = hasMailbox(config) ? createDemoClock(deps.now) : undefined;
  const now = clock?.now ?? deps.now;
  const providers = mapProvidersOf(config.map);
  const api = await createHttpApp(
    { db, ports, log, now, isStrict },
    {
      ...HTTP_DEFAULTS,
      trustProxy: config.trustProxy,
      isHttps: config.publicUrl?.startsWith('https:') ?? false,
      mapOrigins: originsOf(providers.flatMap(({ url, dark_url, probe_url }) => [url, dark_url, probe_url])),
      ...deps.http,
    },
  );
  // What is live comes from trackers and other processes, whose clock nobody moves.
  const hub = await startLiveHub({
    live: createDatabaseLive(deps.wake),
    db,
    log,
    now: deps.now,
    ...liveReader(),
    visibleUnitIds: visibleUnitIdsUnlessAll,
    ...deps.live,
  });
  api.app.addHook('preClose', () => hub.stop());

  const routeDeps: RouteDeps = {
    config,
    brands: brandOptionsOf(config),
    demoSignIns: config.isDemo ? deps.demoSignIns : [],
    mailboxUrl: clock ? MAILBOX_PATH : null,
    portOf: deps.portOf,
    linkTo: createLinkTo({ config, port: deps.webPort ?? (() => undefined) }),
    openStream: (actor, options) => hub.open(actor, options),
    features: FEATURES,
  };
  for (const { routes } of FEATURES) await routes?.(api.mount, routeDeps);
  registerPages(api.app, { endpoints: ENDPOINTS, metricsToken: config.metricsToken, db, pipeline: deps.pipeline });
  if (clock) registerMailbox(api.app, { db, clock });
  if (config.sms.kind === '46elks' || config.sms.kind === 'twilio') registerSmsReports(api.app, { db, ports, now, log });
  const pmtiles = config.map.pmtiles === undefined ? undefined : { file: config.map.pmtiles, url: OWN_PMTILES_URL };
  api.onMissing(await registerWebApp(api.app, { root: deps.webRoot, pmtiles, brands: routeDeps.brands }));
  return { ...api, hub };
}

/** The one feature that tells what is shown live. */
function liveReader(): Pick<LiveHubDeps, 'readLiveState' | 'movedSince'> {
  const [found] = FEATURES.flatMap(({ live }) => live ?? []);
  if (!found) throw new Error('no feature says what is shown live');
  return found;
}

/** The demo that keeps its mail; its page also moves the clock that the interface goes by. */
const hasMailbox = ({ isDemo, mail }: Config): boolean => isDemo && mail.kind === 'local';

const brandOptionsOf = ({ brandHosts, isDemo, strictPhoneRules }: Config): BrandOptions => ({
  hosts: brandHosts,
  mayChoose: isDemo,
  strictPhoneRules,
});

/** The interface and the web application, on the HTTP port. */
export async function startApi(deps: RoleDeps): Promise<RunningRole> {
  const { config } = deps;
  let port = 0;
  const { app } = await composeApi({
    config,
    log: deps.log,
    now: deps.now,
    ports: deps.ports,
    db: deps.api,
    pipeline: deps.pipeline,
    wake: deps.wake,
    isStrict: false,
    demoSignIns: deps.demoSignIns,
    portOf: (protocol) =>
      deps.listening?.().find(({ name }) => name === protocol)?.port ?? config.trackerPorts[protocol]?.port ?? 0,
    webPort: () => port || undefined,
    webRoot: join(PROJECT_DIR, 'apps/web/dist'),
  });
  await listenNear(config.http, async (wanted) => {
    await app.listen({ port: wanted, host: config.host, listenTextResolver: () => 'listening' });
    const address = app.server.address();
    port = typeof address === 'object' && address ? address.port : wanted;
  });
  return { listening: [{ name: 'http', host: config.host, port }], stop: () => app.close() };
}
