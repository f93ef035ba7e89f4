export { SignInScreen, type SignInNotice } from './screen.tsx';
