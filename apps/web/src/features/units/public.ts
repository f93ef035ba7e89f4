export { AddPhoneDialog } from './components/add-phone-dialog.tsx';
export { QrCode } from './components/qr-code.tsx';
