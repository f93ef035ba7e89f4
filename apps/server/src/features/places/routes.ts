import {
  draftPlace,
  exportPlaces,
  getPlace,
  getPlaceRules,
  getPlaceSchedule,
  importPlaces,
  listPlaces,
  PLACE_FILE_MAX,
  previewPlace,
  removePlace,
  savePlace,
  savePlaceRules,
  savePlaceSchedule,
  saveTripAddress,
  setPlaceStatus,
  undoPlaceSave,
  updatePlace,
} from '@spora/contract/places/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import * as files from './files/service.ts';
import * as preview from './preview.ts';
import * as service from './service.ts';
import * as tripEnd from './trip-end.ts';

/** `PLACE_FILE_MAX` characters of up to three bytes, and what JSON adds. */
const FILE_MAX_BYTES = 4 * PLACE_FILE_MAX;

/** Binds named places with their rules. */
export function registerPlacesRoutes(mount: Mount): void {
  mount(listPlaces, (ctx) => service.listPlaces(ctx));
  mount(getPlace, async (ctx, { params }) => ({ place: await service.getPlace(ctx, params.id) }));
  mount(savePlace, service.savePlace);
  mount(updatePlace, service.updatePlace);
  mount(removePlace, (ctx, { params }) => service.removePlace(ctx, params.id));
  mount(undoPlaceSave, (ctx, { params }) => service.undoSave(ctx, params.id));
  mount(setPlaceStatus, async (ctx, { params, body }) => ({ place: await service.setStatus(ctx, params.id, body.active) }));
  mount(getPlaceRules, (ctx, { params }) => service.getPlace(ctx, params.id));
  mount(savePlaceRules, service.updatePlace);
  mount(getPlaceSchedule, (ctx, { params }) => service.getPlace(ctx, params.id));
  mount(savePlaceSchedule, service.updatePlace);
  mount(previewPlace, preview.previewPlace);
  mount(draftPlace, tripEnd.draftPlace);
  mount(saveTripAddress, tripEnd.saveTripAddress);
  mount(importPlaces, files.importPlaces, { bodyMaxBytes: FILE_MAX_BYTES });
  mount(exportPlaces, files.exportPlaces);
}
