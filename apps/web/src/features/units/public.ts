export { AddPhoneDialog } from './components/add-phone-dialog.tsx';
export { LoadFailure } from './components/load-failure.tsx';
export { Section } from './components/section.tsx';
export { QrCode } from './components/qr-code.tsx';
