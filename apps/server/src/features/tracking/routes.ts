import {
  checkedInUnits,
  exportHistory,
  exportRawPositions,
  findAddress,
  fleet,
  getAddress,
  getSearchOptions,
  history,
  positions,
  rawPositions,
  saveSearchOptions,
  setMarkerTitle,
  stream,
} from '@spora/contract/tracking/endpoints';
import type { RouteDeps } from '../../core/face.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { CONTENT_TYPES } from './export-rules.ts';
import { readFleet } from './fleet.ts';
import * as cards from './cards/service.ts';
import * as raw from './raw/service.ts';
import * as service from './service.ts';

/** Binds what the map asks for; the hub of live streams is the role's. */
export function registerTrackingRoutes(mount: Mount, openStream: RouteDeps['openStream']): void {
  mount(stream, ({ actor }, _input, { tokenHash, lastEventId }) => {
    if (!actor.mayUseMap || !tokenHash) throw new AppError('Forbidden');
    return openStream(actor, { tokenHash, lastEventId });
  });
  mount(positions, (ctx, { query }, { wantsPacked, takesJson }) => {
    if (!wantsPacked) return service.listPositions(ctx, query);
    return takesJson ? service.packManyPositions(ctx, query) : service.packPositions(ctx, query);
  });
  mount(fleet, (ctx, { query }) => readFleet(ctx, query));
  mount(getSearchOptions, (ctx) => service.getSearchOptions(ctx));
  mount(saveSearchOptions, (ctx, { body }) => service.saveSearchOptions(ctx, body));
  mount(setMarkerTitle, (ctx, { body }) => service.setMarkerTitle(ctx, body.visible === 1));
  mount(history, (ctx, { query }, { wantsPacked }) =>
    wantsPacked ? service.packHistory(ctx, query) : service.getHistory(ctx, query),
  );
  mount(exportHistory, async (ctx, { params, query }) => {
    const { format, name, body } = await service.exportHistory(ctx, params.format, query);
    return { type: CONTENT_TYPES[format], name, body };
  });
  mount(checkedInUnits, cards.listCheckedInUnits);
  mount(rawPositions, (ctx, { query }) => raw.listRawPositions(ctx, query));
  mount(exportRawPositions, (ctx, { query }) => raw.exportRawPositions(ctx, query));
  mount(getAddress, (ctx, { query }, facts) => service.getAddress(ctx, query, facts.language), { transaction: 'none' });
  mount(findAddress, (ctx, { query }, facts) => service.findAddress(ctx, query, facts.language), { transaction: 'none' });
}
