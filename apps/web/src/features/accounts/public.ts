export { AnnouncementBanner } from './components/announcement-banner.tsx';
export { SafeText } from './components/safe-text.tsx';
