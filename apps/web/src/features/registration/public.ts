export { RegisterScreen } from './screen.tsx';
