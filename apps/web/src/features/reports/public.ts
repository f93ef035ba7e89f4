export { readSummarySearch, type SummarySearch } from './summary-model.ts';
