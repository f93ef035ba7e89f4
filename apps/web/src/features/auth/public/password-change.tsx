import { lazy, Suspense, type ReactNode } from 'react';

const Lazy = lazy(() =>
  import('../components/password-change-dialog.tsx').then((module) => ({ default: module.PasswordChangeDialog })),
);

/** AUTH-024: mount it to open it. It is fetched then. */
export function PasswordChangeDialog(props: { onClose: () => void }): ReactNode {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
