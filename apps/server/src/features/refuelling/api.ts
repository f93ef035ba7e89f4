export { type RefuellingRow, type RefuellingSpan, rowsWithin, toRefuelling } from './read-model.ts';
