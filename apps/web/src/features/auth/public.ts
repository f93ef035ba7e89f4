export { FailureBanner } from './components/failure-banner.tsx';
export { PasswordChangeDialog } from './components/password-change.tsx';
export { PasswordFields, type PasswordFieldsProps } from './components/password-fields.tsx';
export { SessionsPanel } from './components/sessions-panel.tsx';
