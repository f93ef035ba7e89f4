export { OdometerTab } from './components/odometer-tab.tsx';
export { ServiceTab } from './service-tab.tsx';
