export { liveUnits as liveUnitsById } from './read-model.ts';
