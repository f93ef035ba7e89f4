export { type RefuellingRow, type RefuellingSpan, rowsOfMember, rowsWithin, toRefuelling } from './read-model.ts';
export { receiptsOf } from './repository.ts';
export { endingOf } from './receipts.ts';
