import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { ENDPOINTS } from '@spora/contract/registry';
import { stream } from '@spora/contract/tracking/endpoints';
import { registerGuideRoutes } from '../features/accounts/guide/routes.ts';
import { registerOptionRoutes } from '../features/accounts/options/routes.ts';
import { registerPriceRoutes } from '../features/accounts/prices/routes.ts';
import { registerRemovalRoutes } from '../features/accounts/removal/routes.ts';
import { registerAccountsRoutes } from '../features/accounts/routes.ts';
import { mapProvidersOf, OWN_PMTILES_URL } from '../features/accounts/rules.ts';
import { registerAlarmsRoutes } from '../features/alarms/routes.ts';
import { registerAuthRoutes } from '../features/auth/routes.ts';
import { registerCommandsRoutes } from '../features/commands/routes.ts';
import { registerIntegrationsRoutes } from '../features/integrations/routes.ts';
import { registerObjectDescriptionRoutes } from '../features/object-description/routes.ts';
import { registerPlacesRoutes } from '../features/places/routes.ts';
import { registerRegistrationRoutes } from '../features/registration/routes.ts';
import { registerReadingsRoutes } from '../features/maintenance/readings/routes.ts';
import { registerServicePlanRoutes } from '../features/maintenance/plans/routes.ts';
import { registerSupportRoutes } from '../features/support/routes.ts';
import { readLiveState } from '../features/tracking/api.ts';
import { registerTrackingRoutes } from '../features/tracking/routes.ts';
import { registerRefuellingRoutes } from '../features/refuelling/routes.ts';
import { registerReportsRoutes } from '../features/reports/routes.ts';
import { registerTripsRoutes } from '../features/trips/routes.ts';
import { visibleUnitIds } from '../features/units/api.ts';
import { registerUnitsRoutes } from '../features/units/routes.ts';
import { phoneServerUrl } from '../features/units/rules.ts';
import { registerUnitFuelRoutes } from '../features/units/fuel/routes.ts';
import { registerUnitAdministrationRoutes } from '../features/units/administration/routes.ts';
import { registerBatteryRoutes } from '../features/units/batteries/routes.ts';
import { registerUnitSettingsRoutes } from '../features/units/settings/routes.ts';
import { registerUserAdministrationRoutes } from '../features/users/administration/routes.ts';
import { registerUsersRoutes } from '../features/users/routes.ts';
import { AppError } from '../platform/app-error.ts';
import type { BrandOptions } from '../platform/http/brand-of-request.ts';
import { type Config, PROJECT_DIR } from '../platform/configuration/config.ts';
import type { Db } from '../platform/database/db.generated.ts';
import { createDemoClock } from '../platform/program/demo-clock.ts';
import { registerPages } from '../platform/http/pages.ts';
import { createHttpApp, HTTP_DEFAULTS, type HttpApp, type HttpOptions } from '../platform/http/app.ts';
import { listenNear } from '../platform/network/listen.ts';
import { type LiveHub, type LiveHubDeps, startLiveHub } from '../platform/live/hub-server.ts';
import type { Logger } from '../platform/observing/log.ts';
import { MAILBOX_PATH, registerMailbox } from '../platform/mail/mailbox.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { Ports } from '../platform/configuration/ports.ts';
import type { DemoSignIn, RoleDeps, RunningRole } from '../platform/program/role.ts';
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
  /** Where phones report: the port may have given way to a free one. */
  readonly phonePort: () => number;
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
  const hub = await startLiveHub({ wake: deps.wake, db, log, now: deps.now, readLiveState, visibleUnitIds, ...deps.live });
  api.app.addHook('preClose', () => hub.stop());

  mountEndpoints(api.mount, deps, hub);
  registerPages(api.app, { endpoints: ENDPOINTS, metricsToken: config.metricsToken, db, pipeline: deps.pipeline });
  if (clock) registerMailbox(api.app, { db, clock });
  const pmtiles = config.map.pmtiles === undefined ? undefined : { file: config.map.pmtiles, url: OWN_PMTILES_URL };
  api.onMissing(await registerWebApp(api.app, { root: deps.webRoot, pmtiles, brands: brandOptionsOf(config) }));
  return { ...api, hub };
}

/** The demo that keeps its mail; its page also moves the clock that the interface goes by. */
const hasMailbox = ({ isDemo, mail }: Config): boolean => isDemo && mail.kind === 'local';

const brandOptionsOf = ({ brandHosts, isDemo }: Config): BrandOptions => ({ hosts: brandHosts, mayChoose: isDemo });

function mountEndpoints(mount: Mount, { config, demoSignIns, phonePort }: ApiDeps, hub: LiveHub): void {
  registerAuthRoutes(mount, { parents: config.parents });
  registerAccountsRoutes(mount, {
    demoSignIns: config.isDemo ? demoSignIns : [],
    mailboxUrl: hasMailbox(config) ? MAILBOX_PATH : null,
    map: config.map,
    brands: brandOptionsOf(config),
  });
  registerPriceRoutes(mount);
  registerOptionRoutes(mount, { parents: config.parents, maxPositionMonths: config.maxPositionMonths });
  registerRemovalRoutes(mount);
  registerGuideRoutes(mount);
  registerRegistrationRoutes(mount);
  registerAlarmsRoutes(mount);
  registerUsersRoutes(mount);
  registerUnitsRoutes(mount, {
    phoneServerUrl: ({ hostname }) => phoneServerUrl(config.publicUrl, hostname, phonePort()),
  });
  registerUnitAdministrationRoutes(mount);
  registerUnitSettingsRoutes(mount);
  registerBatteryRoutes(mount);
  registerUnitFuelRoutes(mount);
  registerObjectDescriptionRoutes(mount);
  registerUserAdministrationRoutes(mount);
  registerCommandsRoutes(mount);
  registerReadingsRoutes(mount);
  registerRefuellingRoutes(mount);
  registerServicePlanRoutes(mount);
  registerSupportRoutes(mount, { parents: config.parents });
  registerIntegrationsRoutes(mount, config);
  registerTrackingRoutes(mount);
  registerPlacesRoutes(mount);
  registerTripsRoutes(mount);
  registerReportsRoutes(mount);
  mount(stream, ({ actor }, _input, { tokenHash, lastEventId }) => {
    if (!actor.mayUseMap || !tokenHash) throw new AppError('Forbidden');
    return hub.open(actor, { tokenHash, lastEventId });
  });
}

/** The interface and the web application, on the HTTP port. */
export async function startApi(deps: RoleDeps): Promise<RunningRole> {
  const { config } = deps;
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
    phonePort: () => deps.listening?.().find(({ name }) => name === 'phones')?.port ?? config.phones.port,
    webRoot: join(PROJECT_DIR, 'apps/web/dist'),
  });
  let port = 0;
  await listenNear(config.http, async (wanted) => {
    await app.listen({ port: wanted, host: config.host, listenTextResolver: () => 'listening' });
    const address = app.server.address();
    port = typeof address === 'object' && address ? address.port : wanted;
  });
  return { listening: [{ name: 'http', host: config.host, port }], stop: () => app.close() };
}
