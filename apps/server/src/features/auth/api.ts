export { checkNewPassword, confirmPassword, verifyPasswordOf } from './password/service.ts';
export { endSessionsOf, forgetBrowsersOf } from './sessions/service.ts';
