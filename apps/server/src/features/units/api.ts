export {
  audit as auditUnit,
  canOf as canOfUnit,
  canOf as unitCanOf,
  findOpen as findOpenUnit,
  setPeriods as setUnitPeriods,
  updateUnit,
} from './administration/service.ts';
export { insertChanges as insertUnitChanges, lockRow as lockUnitRow } from '../../core/fleet/unit-row.ts';
export type { ManagedUnit as OpenUnit } from './administration/read-model.ts';
export { changeFrom as changeUnitSettings } from './settings/repository.ts';
export {
  firstVisibleUnit,
  HAS_TRIP_LOG,
  hasOnlyBasUnits,
  visibleUnitIds,
  visibleUnitIdsUnlessAll,
  visibleUnits,
  type VisibleUnit,
} from '../../core/fleet/visible-units.ts';
export { findVisibleUnit, listVisibleUnits, requireTripLog } from './service.ts';
