export { blocked, codeAttempts, codeSends, signInCount } from './attempts/rules.ts';
export { hashOfCode, type IssuedCode, judgeCode, maskEmail, newCode, resendWaitS } from './code/rules.ts';
export { begin, blockedUntil, forget, judged, rememberKnown, takeBack } from './attempts/repository.ts';
export { checkNewPassword, confirmPassword, countEmailChange, verifyPasswordOf } from './password/service.ts';
export { endResetLinksOf, endSessionsOf, forgetBrowsersOf } from './sessions/service.ts';
export { me, newToken, parentAccounts, saveParentAccounts, withParentRights } from './service.ts';
