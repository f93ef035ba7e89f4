import { downloadLog, recordList, verifyFile, verifyKeys } from '@spora/contract/exports/endpoints';
import type { RouteDeps } from '../../core/face.ts';
import type { Mount } from '../../platform/http/mount.ts';
import * as verification from './verification.ts';
import { registerTripCalendarRoutes } from './calendar/routes.ts';
import { recordListFile } from './list-file.ts';
import * as service from './service.ts';
import { registerScheduleRoutes } from './schedules/routes.ts';

/** Somebody who tries fingerprints learns nothing, as nobody guesses one; the rate keeps them from trying. */
const STRANGERS = { rate: { burst: 40, perSecond: 0.5 } };

/** Binds the files of the trip log, and what anybody may ask about a file. */
export function registerExportRoutes(mount: Mount, deps: Pick<RouteDeps, 'features'>): void {
  const { tripTolls } = deps.features.find((feature) => feature.tripTolls) ?? {};
  mount(downloadLog, (ctx, input, facts) => service.downloadLog(ctx, input, facts, tripTolls), {
    transaction: 'none',
    rate: { burst: 60, perSecond: 1 },
  });
  mount(recordList, (ctx, input) => recordListFile(ctx, input), { rate: { burst: 60, perSecond: 1 } });
  registerScheduleRoutes(mount, deps);
  registerTripCalendarRoutes(mount);
  mount(verifyKeys, (ctx) => verification.listKeys(ctx), STRANGERS);
  mount(verifyFile, (ctx, input) => verification.verifyFile(ctx, input), STRANGERS);
}
