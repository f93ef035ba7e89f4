export { csvCell } from './audit/rules.ts';
export { dayIn, defaultCarBenefit, inForceOn } from './prices/rules.ts';
