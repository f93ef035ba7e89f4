import {
  addUnit,
  bulkEdit,
  changeCar,
  changeRegistration,
  getUnit,
  listUnitRows,
  lockLog,
  lockUnit,
  replaceTracker,
  retireUnit,
  unitConnection,
  setColour,
  setIcon,
  setMarkerSymbol,
  unitHistory,
  unitPaymentTypes,
  unlockUnit,
  updateUnit,
  validateImei,
} from '@spora/contract/units/endpoints';
import {
  applyFeatureProfile,
  createFeatureProfile,
  getDefaultFeatures,
  listFeatureProfiles,
  removeFeatureProfile,
  saveDefaultFeatures,
  updateFeatureProfile,
} from '@spora/contract/units/features';
import type { Feature } from '../../../core/face.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import * as bulk from '../bulk/service.ts';
import * as features from '../features/service.ts';
import * as fittings from '../fittings/service.ts';
import * as locks from '../locks/service.ts';
import * as service from './service.ts';

/** Binds the list of units, a unit's edit page, and what is done with trackers, locks and many units at once. */
export function registerUnitAdministrationRoutes(mount: Mount, everyFeature: readonly Feature[]): void {
  mount(listUnitRows, (ctx, input) => service.listRows(ctx, input));
  mount(getUnit, (ctx, { params }) => service.getUnit(ctx, params.imei));
  mount(updateUnit, (ctx, input) => service.updateUnit(ctx, input));
  mount(setColour, (ctx, input) => service.updateUnit(ctx, input));
  mount(setMarkerSymbol, (ctx, input) => service.updateUnit(ctx, input));
  mount(setIcon, (ctx, input) => service.updateUnit(ctx, input));
  mount(changeRegistration, (ctx, input) => service.changeRegistration(ctx, input));
  mount(unitHistory, (ctx, input) => service.readHistory(ctx, input));
  mount(unitConnection, (ctx, { params }) => service.readConnection(ctx, params.imei));
  mount(validateImei, (ctx, { query }) => fittings.validateImei(ctx, query.imei), { rate: { burst: 30, perSecond: 0.5 } });
  mount(unitPaymentTypes, (ctx, _input, { language }) => fittings.listPaymentTypes(ctx, language));
  mount(addUnit, (ctx, input) => fittings.addUnit(ctx, input));
  mount(replaceTracker, (ctx, input) => fittings.replaceTracker(ctx, input));
  mount(changeCar, (ctx, input) => fittings.changeCar(ctx, input));
  mount(retireUnit, (ctx, input) => fittings.retireUnit(ctx, input));
  mount(getDefaultFeatures, (ctx) => features.readDefaultFeatures(ctx));
  mount(saveDefaultFeatures, (ctx, input) => features.saveDefaultFeatures(ctx, input));
  mount(listFeatureProfiles, (ctx) => features.listProfiles(ctx));
  mount(createFeatureProfile, (ctx, input) => features.createProfile(ctx, input));
  mount(updateFeatureProfile, (ctx, input) => features.updateProfile(ctx, input));
  mount(removeFeatureProfile, (ctx, { params }) => features.removeProfile(ctx, params.id));
  mount(applyFeatureProfile, (ctx, input) => features.applyProfile(ctx, input));
  mount(bulkEdit, (ctx, input) => bulk.bulkEdit(ctx, input, everyFeature));
  mount(lockUnit, (ctx, input) => locks.lockUnit(ctx, input));
  mount(unlockUnit, (ctx, input) => locks.unlockUnit(ctx, input));
  mount(lockLog, (ctx, { params }) => locks.readLockLog(ctx, params.imei));
}
