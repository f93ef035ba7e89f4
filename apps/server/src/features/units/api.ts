export { hasOnlyBasUnits, visibleUnitIds, visibleUnits, type VisibleUnit } from './read-model.ts';
export { findVisibleUnit, listVisibleUnits } from './service.ts';
