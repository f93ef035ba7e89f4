export { checkNewPassword, confirmPassword, countEmailChange, verifyPasswordOf } from './password/service.ts';
export { endResetLinksOf, endSessionsOf, forgetBrowsersOf } from './sessions/service.ts';
