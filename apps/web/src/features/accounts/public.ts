export { AnnouncementBanner } from './components/announcement-banner.tsx';
export { Loaded } from './components/loaded.tsx';
export { TermsText } from './components/terms-text.tsx';
export { SafeText } from './components/safe-text.tsx';
export { ExportOwnData, ExportPersonData } from './components/export-data.tsx';
