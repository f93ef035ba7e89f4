export { PasswordFields, type PasswordFieldsProps } from './components/password-fields.tsx';
