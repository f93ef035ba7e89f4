export { type CalendarAddress, CalendarDialog } from './components/calendar-dialog.tsx';
export { OdometerTab } from './components/odometer-tab.tsx';
export { ServiceTab } from './service-tab.tsx';
