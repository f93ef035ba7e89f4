export { AddPhoneDialog } from './components/add-phone-dialog.tsx';
