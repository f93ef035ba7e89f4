export { RefuellingSheet } from './components/refuelling-sheet.tsx';
export { RefuellingTab } from './refuelling-tab.tsx';
