export { DeletionScreen } from './deletion-screen.tsx';
export { TermsScreen } from './terms-screen.tsx';
