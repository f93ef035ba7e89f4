export { blocked, codeAttempts, codeSends, signInCount } from '../../core/people/attempt-limits.ts';
export { hashOfCode, type IssuedCode, judgeCode, maskEmail, newCode, resendWaitS } from '../../core/people/sign-in-code.ts';
export { begin, blockedUntil, forget, judged, rememberKnown, takeBack } from '../../core/people/attempts.ts';
export { checkNewPassword, confirmPassword, countEmailChange, verifyPasswordOf } from '../../core/people/password.ts';
export { endResetLinksOf, endSessionsOf, forgetBrowsersOf } from './sessions/service.ts';
export { me, newToken, parentAccounts, saveParentAccounts, withParentRights } from './service.ts';
