export { ServiceTab } from './service-tab.tsx';
