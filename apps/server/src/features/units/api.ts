export { canOf as unitCanOf, findOpen as findOpenUnit } from './administration/service.ts';
export { insertChanges as insertUnitChanges } from './administration/repository.ts';
export { canOf as canOfUnit, findOpen as findOpenUnit, setPeriods as setUnitPeriods } from './administration/service.ts';
export type { ManagedUnit as OpenUnit } from './administration/read-model.ts';
export { hasOnlyBasUnits, visibleUnitIds, visibleUnits, type VisibleUnit } from './read-model.ts';
export { findVisibleUnit, listVisibleUnits } from './service.ts';
