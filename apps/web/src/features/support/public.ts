export { SupportScreen } from './screen.tsx';
