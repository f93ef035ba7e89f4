export { EcoTab, useEcoDraft } from './components/eco-tab.tsx';
export { IoTab } from './components/io-tab.tsx';
export { PendingNote } from './components/pending-note.tsx';
